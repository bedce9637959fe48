import type { BranchCount, BuildLine } from '../gcov/file-counts.js';
import type { Count } from '../base/count.js';
import type { BaseLine, BranchTriple, CapturedFile } from './capture.js';
import type { CheckedTarget } from './check-target.js';
import { lineTable } from './line-table.js';
import { mapToBase } from './map-to-base.js';
import type { FileChange } from './read-changes.js';
import { respacedLines } from './respaced-lines.js';
import type { SkippedSource } from './skipped-source.js';

export interface PlacedFile {
  readonly file: CapturedFile;
  /** Executed lines the commit does not have, ascending. */
  readonly dropped: readonly BuildLine[];
}

/** Puts what was counted on the lines of the commit. `change` is null when the file is as committed. */
export function placeLines(
  { target, entry }: CheckedTarget,
  change: FileChange | null,
): PlacedFile | SkippedSource {
  const refusal = change && judgeChange(target.path, change);
  if (refusal) return refusal;
  const toBase = placeOf(change);
  const lines = new Map<BaseLine, Count>();
  const branches = new Map<BaseLine, readonly BranchTriple[]>();
  const dropped: BuildLine[] = [];
  for (const [line, count] of target.lines) {
    const base = toBase(line);
    if (base !== null) lines.set(base, count);
    else if (count > 0) dropped.push(line);
  }
  for (const [line, all] of target.branches) {
    const base = toBase(line);
    if (base !== null) branches.set(base, all.map(tripleOf));
  }
  const file: CapturedFile = { blob: entry.id, lines, branches };
  return { file, dropped: dropped.sort((a, b) => a - b) };
}

function tripleOf({ block, branch, taken }: BranchCount): BranchTriple {
  return [block, branch, taken];
}

/** Where a line of the build is in the commit; null where that has another text or other tokens. */
function placeOf(change: FileChange | null): (line: BuildLine) => BaseLine | null {
  const toBase = mapToBase(change?.hunks ?? []);
  if (!change?.isEdited || change.committed === null) return toBase;
  const isRespaced = respacedLines(change.committed, change.worked);
  return (line) => {
    const base = toBase(line);
    return base === null || isRespaced(base, line) ? null : base;
  };
}

function judgeChange(path: string, change: FileChange): SkippedSource | null {
  if (change.committed === null) {
    return { path, reason: 'other-text', text: 'the repository lacks the bytes HEAD has there' };
  }
  if (lineTable(change.committed).hasLoneCr) {
    const text =
      'in HEAD a carriage return stands alone in it, so its lines cannot be numbered surely';
    return { path, reason: 'line-table', text };
  }
  return null;
}
