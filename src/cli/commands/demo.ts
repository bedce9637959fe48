export async function demo(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
