export async function snapshot(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
