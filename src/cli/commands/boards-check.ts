export async function boardsCheck(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
