export async function capture(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
