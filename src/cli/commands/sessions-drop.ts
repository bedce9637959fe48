export async function sessionsDrop(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
