import type { BranchCount, BuildLine } from '../gcov/file-counts.js';
import type { Count } from '../base/count.js';
import type { BaseLine, BranchTriple, CapturedFile } from './capture.js';
import type { CheckedTarget } from './check-target.js';
import { lineTable } from './line-table.js';
import { mapToBase } from './map-to-base.js';
import type { FileChange } from './read-changes.js';
import type { SkippedSource } from './skipped-source.js';

export interface PlacedFile {
  readonly file: CapturedFile;
  /** Executed lines the commit does not have, ascending. */
  readonly dropped: readonly BuildLine[];
}

/** Puts what was counted on the lines of the commit. `change` is null when the file is as committed. */
export function placeLines(
  { target, entry, bytes }: CheckedTarget,
  change: FileChange | null,
): PlacedFile | SkippedSource {
  const refusal = change && judgeChange(target.path, bytes, change);
  if (refusal) return refusal;
  const toBase = mapToBase(change?.diff?.hunks ?? []);
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

function judgeChange(path: string, bytes: Buffer, change: FileChange): SkippedSource | null {
  if (change.diff?.isBinary) {
    return { path, reason: 'other-text', text: 'git could not compare it line by line with HEAD' };
  }
  if (change.committed === null) {
    return { path, reason: 'other-text', text: 'the repository lacks the bytes HEAD has there' };
  }
  const committed = lineTable(change.committed);
  if (committed.hasLoneCr) {
    const text =
      'in HEAD a carriage return stands alone in it, so its lines cannot be numbered surely';
    return { path, reason: 'line-table', text };
  }
  // Without a diff a filter made both the same; if it moved lines, numbers mean nothing.
  if (change.diff === null && committed.lines !== lineTable(bytes).lines) {
    const text = 'a git filter gives it other lines in HEAD than in the working tree';
    return { path, reason: 'other-text', text };
  }
  return null;
}
