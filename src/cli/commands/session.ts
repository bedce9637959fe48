export async function guidedSession(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
