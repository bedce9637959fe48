export async function boardConsole(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
