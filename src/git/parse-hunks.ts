import { BenchError } from '../base/bench-error.js';

/**
 * One changed region, numbered as git prints it: a count of 0 means that side has nothing there,
 * and its start is then the line before the place (0 at the top).
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

const HEADER = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@/;
const HEADER_SIZE_BYTES = 60;

/**
 * Reads the hunks that start at an offset and steps over exactly as many body lines as each header
 * announces; lines end at LF alone, whatever else is in them. Gives the offset after the last one.
 * Errors: GIT_FAILED with the byte offset.
 */
export function parseHunks(output: Buffer, start: number): { hunks: Hunk[]; end: number } {
  const hunks: Hunk[] = [];
  let at = start;
  while (output.toString('latin1', at, at + 3) === '@@ ') {
    const header = HEADER.exec(output.toString('latin1', at, at + HEADER_SIZE_BYTES));
    if (!header) throw unreadable('a hunk header', at);
    const hunk = {
      oldStart: Number(header[1]),
      oldCount: Number(header[2] ?? 1),
      newStart: Number(header[3]),
      newCount: Number(header[4] ?? 1),
    };
    hunks.push(hunk);
    at = skipBody(output, lineEnd(output, at), hunk);
  }
  return { hunks, end: at };
}

function skipBody(output: Buffer, start: number, hunk: Hunk): number {
  let at = start;
  let oldLeft = hunk.oldCount;
  let newLeft = hunk.newCount;
  while (oldLeft > 0 || newLeft > 0 || output[at] === 0x5c) {
    if (at >= output.length) throw unreadable('a hunk that is cut off', at);
    const sign = String.fromCharCode(output[at] ?? 0);
    if (sign === '-' || sign === ' ' || sign === '\n') oldLeft -= 1;
    if (sign === '+' || sign === ' ' || sign === '\n') newLeft -= 1;
    if (!'-+ \n\\'.includes(sign) || oldLeft < 0 || newLeft < 0) {
      throw unreadable('a hunk with other lines than announced', at);
    }
    at = lineEnd(output, at);
  }
  return at;
}

function lineEnd(output: Buffer, at: number): number {
  const end = output.indexOf(10, at);
  return end < 0 ? output.length : end + 1;
}

function unreadable(what: string, at: number): BenchError {
  return new BenchError('GIT_FAILED', 'git gave a diff that cannot be read', {
    why: `${what} at byte ${at}`,
  });
}
