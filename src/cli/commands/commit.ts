export async function commit(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
