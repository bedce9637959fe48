export async function boardsShow(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
