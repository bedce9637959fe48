export async function boardsList(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
