export async function validity(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
