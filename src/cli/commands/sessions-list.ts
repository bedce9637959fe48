export async function sessionsList(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
