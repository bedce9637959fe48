import type { RunResult } from '../base/process.js';

// A gcov that prints without end is cut here; no sound one says so much.
const MAX_MESSAGES = 10_000;

/**
 * Lines on the error output of a gcov by the unit they name (`u3.gcda:stamp mismatch …` is of `u3`),
 * without that name; those that name none are under the empty name.
 */
export function gcovMessages({ stderr }: RunResult): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, string[]>();
  for (const line of stderr.toString('utf8').split('\n').slice(0, MAX_MESSAGES)) {
    if (line.trim() === '') continue;
    const match = /^(?:\.\/)?(u\d+)\.gc(?:da|no):\s*(.*)$/s.exec(line);
    const name = match?.[1] ?? '';
    const text = match?.[2] ?? line;
    const list = messages.get(name);
    if (list === undefined) messages.set(name, [text]);
    else list.push(text);
  }
  return messages;
}

/** How a gcov ended, in words. */
export function gcovEnd({ exitCode }: RunResult): string {
  return exitCode === null ? 'ended by a signal' : `ended with exit code ${exitCode}`;
}
