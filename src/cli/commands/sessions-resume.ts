export async function sessionsResume(..._rest: unknown[]): Promise<number> {
  await Promise.resolve();
  return 0;
}
