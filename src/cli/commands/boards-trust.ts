export async function boardsTrust(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
