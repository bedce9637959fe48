/** Waits for a claim to become true, for as long as the test may take. */
export async function until(claim: () => boolean | Promise<boolean>, what = ''): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await claim())) {
    if (Date.now() > deadline) throw new Error(`it never came true: ${what || claim.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
