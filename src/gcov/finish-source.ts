import type { Count } from '../base/count.js';
import { BranchLines } from './branch-lines.js';
import { CountLines } from './count-lines.js';
import type { BuildLine, ConditionCount, FileCounts } from './file-counts.js';
import type { LineTable } from './line-table.js';
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
  const numbers: number[] = [];
  const counts: Count[] = [];
  const branchNumbers: number[] = [];
  const branchEnds: number[] = [];
  const taken: (Count | null)[] = [];
  const conditions = new Map<BuildLine, readonly ConditionCount[]>();
  for (const entry of table.ascending()) {
    const { line, count } = entry;
    numbers.push(line);
    counts.push(count);
    if (entry.branches !== null) {
      const isNull = nullRule === 'line' && entry.hasUnexecuted && count === 0;
      for (const branch of entry.branches) taken.push(isNull ? null : branch);
      branchNumbers.push(line);
      branchEnds.push(taken.length);
    }
    if (entry.conditions !== null) conditions.set(line, entry.conditions);
  }
  return {
    path,
    lines: new CountLines(numbers, counts),
    branches: new BranchLines(branchNumbers, branchEnds, taken),
    functions: new Map(),
    conditions,
  };
}
