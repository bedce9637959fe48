import type { BranchCount, BuildLine, ConditionCount, FileCounts } from './file-counts.js';
import type { Count } from '../base/count.js';
import type { LineEntry, LineTable } from './line-table.js';
import { mergeFileCounts } from './merge-file-counts.js';
import type { NullRule, SourceTables } from './unit-tables.js';

/**
 * Turns the tables of one source into its counts: the tables of functions that share a line are
 * added up. By the null rule `block` the counting rule has marked branches already.
 */
export function finishSource(
  path: string,
  { common, separate, functions }: SourceTables,
  nullRule: NullRule,
  before: FileCounts | undefined,
): FileCounts {
  const whole = { ...tableCounts(path, common, nullRule), functions };
  if (separate.length === 0) return before === undefined ? whole : mergeFileCounts(before, whole);
  let counts = before;
  for (const table of separate) {
    const own = tableCounts(path, table, nullRule);
    counts = counts === undefined ? own : mergeFileCounts(counts, own);
  }
  return counts === undefined ? whole : mergeFileCounts(counts, whole);
}

function tableCounts(path: string, table: LineTable, nullRule: NullRule): FileCounts {
  const lines = new Map<BuildLine, Count>();
  const branches = new Map<BuildLine, readonly BranchCount[]>();
  const conditions = new Map<BuildLine, readonly ConditionCount[]>();
  for (const entry of ascending(table)) {
    const { line, count } = entry;
    lines.set(line, count);
    if (entry.branches !== null) {
      const isNull = nullRule === 'line' && entry.hasUnexecuted && count === 0;
      branches.set(line, branchCounts(entry.branches, isNull));
    }
    if (entry.conditions !== null) conditions.set(line, entry.conditions);
  }
  return { path, lines, branches, functions: new Map(), conditions };
}

function ascending(table: LineTable): readonly LineEntry[] {
  const entries: LineEntry[] = [];
  let isSorted = true;
  let before = 0;
  for (const entry of table.values()) {
    isSorted &&= before <= entry.line;
    before = entry.line;
    entries.push(entry);
  }
  return isSorted ? entries : entries.sort((a, b) => a.line - b.line);
}

function branchCounts(taken: readonly (Count | null)[], isNull: boolean): readonly BranchCount[] {
  const counts: BranchCount[] = [];
  for (let branch = 0; branch < taken.length; branch += 1) {
    counts.push({ block: 0, branch, taken: isNull ? null : (taken[branch] ?? null) });
  }
  return counts;
}
