export async function decode(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
