import { parseHunks, type Hunk } from './parse-hunks.js';
import { parseRawChanges, unreadableDiff, type TreeChange } from './raw-changes.js';

/** One file of a patch. */
export interface PatchSection {
  readonly oldId: string;
  readonly newId: string;
  readonly hunks: readonly Hunk[];
  /** Where the hunks lie in the output. */
  readonly start: number;
  readonly end: number;
}

/** The answer for one pair of trees. */
export interface PairAnswer {
  readonly changes: readonly TreeChange[];
  readonly sections: readonly PatchSection[];
}

/**
 * Reads `pair N LF`, then nothing for equal trees, else `id SP id LF`, raw records, NUL and patch
 * sections. Only the ids of a section are used; a section without hunks is left out.
 */
export function parseTreePairs(output: Buffer, size: number): PairAnswer[] {
  const answers: PairAnswer[] = [];
  let at = 0;
  for (let index = 0; index < size; index += 1) {
    if (lineAt(output, at) !== `pair ${index}`) throw unreadableDiff('no frame', at);
    at = lineEnd(output, at);
    if (/^[0-9a-f]{40,64} [0-9a-f]{40,64}$/.test(lineAt(output, at))) at = lineEnd(output, at);
    const { changes, end } = parseRawChanges(output, at);
    at = output[end] === 0 ? end + 1 : end;
    const sections: PatchSection[] = [];
    while (at < output.length && !/^pair \d+$/.test(lineAt(output, at))) {
      const section = readSection(output, at);
      if (section.hunks.length > 0) sections.push(section);
      at = section.end;
    }
    answers.push({ changes, sections });
  }
  return answers;
}

function readSection(output: Buffer, start: number): PatchSection {
  if (!lineAt(output, start).startsWith('diff --git ')) throw unreadableDiff('no section', start);
  let at = lineEnd(output, start);
  let ids: readonly [string, string] = ['', ''];
  while (at < output.length) {
    const line = lineAt(output, at);
    if (line.startsWith('@@ ')) {
      const body = parseHunks(output, at);
      return { oldId: ids[0], newId: ids[1], hunks: body.hunks, start: at, end: body.end };
    }
    if (line.startsWith('diff --git ') || /^pair \d+$/.test(line)) break;
    const index = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line);
    if (index) ids = [index[1] ?? '', index[2] ?? ''];
    at = lineEnd(output, at);
  }
  return { oldId: ids[0], newId: ids[1], hunks: [], start: at, end: at };
}

/** Enough of a line to know it by; names of sources may be longer. */
function lineAt(output: Buffer, at: number): string {
  const end = output.indexOf(10, at);
  return output.toString('latin1', at, Math.min(end < 0 ? output.length : end, at + 200));
}

function lineEnd(output: Buffer, at: number): number {
  const end = output.indexOf(10, at);
  return end < 0 ? output.length : end + 1;
}
