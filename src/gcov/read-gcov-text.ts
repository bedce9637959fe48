import { toCount, type Count } from '../base/count.js';
import type { BuildLine, FileCounts } from './file-counts.js';
import { PrintedCounts } from './printed-counts.js';

const RULER = /^-{18,}$/;
// "-" is no code, "#####" and "=====" never ran; "*" says that a block of the line did not run.
const LINE = /^ *(-|#+|=+|-?\d+\*?): *(\d+):/;
const FUNCTION = /^function (.*) called (-?\d+) returned /;
const BRANCH = /^branch +\d+ (?:taken (-?\d+)|never executed)/;

interface OpenLine {
  readonly line: BuildLine;
  readonly count: Count | null;
  readonly taken: (Count | null)[];
}

/**
 * Reads one `.gcov` text as `-b -c` writes it (GCC before 9, LLVM). A branch that is never executed
 * is null; calls are no branches. Between rulers GCC 8 prints again, each apart, what functions that
 * start on one line did: their branches and names stand only there, their counts are in the whole.
 */
export function readGcovText(text: string, path: string): FileCounts {
  const counts = new PrintedCounts();
  let functions: { readonly name: string; readonly count: Count }[] = [];
  let open: OpenLine | null = null;
  let isApart = false;
  let followsRuler = false;
  const close = (): void => {
    if (open !== null && (open.count !== null || open.taken.length > 0)) {
      counts.addLine({ ...open, conditions: [] });
    }
    open = null;
  };
  for (const row of rowsOf(text)) {
    if (RULER.test(row)) {
      close();
      followsRuler = true;
      continue;
    }
    const wasRuler = followsRuler;
    followsRuler = false;
    const match = LINE.exec(row);
    if (wasRuler) isApart = match === null && row.endsWith(':');
    if (match !== null) {
      close();
      const line = Number(match[2]);
      if (line === 0) continue;
      open = { line, count: isApart ? null : readCount(match[1] ?? ''), taken: [] };
      for (const { name, count } of functions) counts.addFunction(name, { line, count });
      functions = [];
      continue;
    }
    const branch = BRANCH.exec(row);
    if (branch !== null) {
      // Assigned in the loop; the compiler cannot see that through the closure.
      (open as OpenLine | null)?.taken.push(branch[1] === undefined ? null : exact(branch[1]));
      continue;
    }
    const called = FUNCTION.exec(row);
    if (called) functions.push({ name: called[1] ?? '', count: exact(called[2] ?? '0') });
  }
  close();
  return counts.finish(path);
}

function readCount(text: string): Count | null {
  if (text === '-') return null;
  return /^[#=]/.test(text) ? 0 : exact(text.replace('*', ''));
}

function exact(digits: string): Count {
  return toCount(BigInt(digits));
}

/** The lines of a text one by one; it may have millions. */
function* rowsOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    yield text.slice(start, stop);
    start = stop + 1;
  }
}
