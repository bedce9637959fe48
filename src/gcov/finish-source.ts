import type { BranchCount, BuildLine, ConditionCount, FileCounts } from './file-counts.js';
import type { Count } from '../base/count.js';
import { countOf, type LineEntry, type LineTable } from './line-table.js';
import { mergeFileCounts } from './merge-file-counts.js';
import type { NullRule, SourceTables } from './unit-tables.js';

/**
 * Turns the tables of one source into its counts: the tables of functions that share a line are
 * added up. By the null rule `block` the counting rule has marked branches already.
 */
export function finishSource(
  path: string,
  source: SourceTables,
  nullRule: NullRule,
  before: FileCounts | undefined,
): FileCounts {
  let counts: FileCounts = before ?? emptyCounts(path);
  for (const table of [...source.separate, source.common]) {
    counts = mergeFileCounts(counts, tableCounts(path, table, nullRule));
  }
  return mergeFileCounts(counts, { ...emptyCounts(path), functions: source.functions });
}

function emptyCounts(path: string): FileCounts {
  return {
    path,
    lines: new Map(),
    branches: new Map(),
    functions: new Map(),
    conditions: new Map(),
  };
}

function tableCounts(path: string, table: LineTable, nullRule: NullRule): FileCounts {
  const lines = new Map<BuildLine, Count>();
  const branches = new Map<BuildLine, readonly BranchCount[]>();
  const conditions = new Map<BuildLine, readonly ConditionCount[]>();
  for (const line of [...table.keys()].sort((a, b) => a - b)) {
    const entry = table.get(line);
    if (entry === undefined) continue;
    lines.set(line, countOf(entry));
    if (entry.branches.length > 0) branches.set(line, branchCounts(entry, nullRule));
    if (entry.conditions.length > 0) conditions.set(line, entry.conditions);
  }
  return { path, lines, branches, functions: new Map(), conditions };
}

function branchCounts(entry: LineEntry, nullRule: NullRule): readonly BranchCount[] {
  const isNull = nullRule === 'line' && entry.hasUnexecuted && countOf(entry) === 0;
  return entry.branches.map((taken, branch) => ({
    block: 0,
    branch,
    taken: isNull ? null : taken,
  }));
}
