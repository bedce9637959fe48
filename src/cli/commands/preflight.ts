export async function preflight(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
