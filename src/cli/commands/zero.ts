export async function zero(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
