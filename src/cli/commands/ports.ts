export async function ports(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
