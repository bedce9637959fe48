import { Script } from 'node:vm';

const TIMEOUT_MS = 250;

/**
 * Whether a text matches a pattern (of the `u` kind) as a whole; null when that takes too long to
 * find out, as patterns of strangers can. Throws SyntaxError for what is no pattern.
 */
export function matchesWhole(pattern: string, text: string): boolean | null {
  const expression = JSON.stringify(`^(?:${pattern})$`);
  const code = `new RegExp(${expression}, 'u').test(${JSON.stringify(text)})`;
  try {
    return new Script(code).runInThisContext({ timeout: TIMEOUT_MS }) === true;
  } catch (error) {
    const isLate =
      error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (isLate) return null;
    throw error;
  }
}
