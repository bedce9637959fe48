import { addCounts, type Count } from '../base/count.js';
import type {
  BranchCount,
  BuildLine,
  ConditionCount,
  FileCounts,
  FunctionCount,
} from './file-counts.js';

/**
 * Adds the counts of one source from two units. Branches add by position; one that was never reached
 * adds nothing, and stays so only when both were not.
 */
export function mergeFileCounts(a: FileCounts, b: FileCounts): FileCounts {
  return {
    path: a.path,
    lines: mergeMaps(a.lines, b.lines, addCounts),
    branches: mergeMaps(a.branches, b.branches, mergeBranches),
    functions: mergeMaps(a.functions, b.functions, mergeFunctions),
    conditions: mergeMaps(a.conditions, b.conditions, mergeConditions),
  };
}

/** Adds two lists of branches by (block, branch). */
export function mergeBranches(
  a: readonly BranchCount[],
  b: readonly BranchCount[],
): readonly BranchCount[] {
  const merged = new Map<string, BranchCount>();
  for (const branch of [...a, ...b]) {
    const key = `${branch.block}:${branch.branch}`;
    const before = merged.get(key);
    merged.set(
      key,
      before === undefined ? branch : { ...branch, taken: addTaken(before.taken, branch.taken) },
    );
  }
  return [...merged.values()];
}

/** The sum of two taken counts; null (never reached) only when both are. */
export function addTaken(a: Count | null, b: Count | null): Count | null {
  if (a === null) return b;
  return b === null ? a : addCounts(a, b);
}

function mergeFunctions(a: FunctionCount, b: FunctionCount): FunctionCount {
  const line = Math.min(a.line, b.line);
  const merged = { ...a, ...b, line, count: addCounts(a.count, b.count) };
  if (!a.primePaths || !b.primePaths) return merged;
  // Which paths were covered is not known here, only how many: the larger number is sure.
  const covered = Math.max(a.primePaths.covered, b.primePaths.covered);
  const total = Math.max(a.primePaths.total, b.primePaths.total);
  return { ...merged, primePaths: { total, covered } };
}

function mergeConditions(
  a: readonly ConditionCount[],
  b: readonly ConditionCount[],
): readonly ConditionCount[] {
  const isSameCode =
    a.length === b.length && a.every(({ count }, index) => count === b[index]?.count);
  if (isSameCode) return a.map((condition, index) => mergeCondition(condition, b[index]));
  // Variants of one line: what one of them showed is not known of the other.
  return [...a, ...b].sort((x, y) => x.count - y.count || x.covered - y.covered);
}

function mergeCondition(a: ConditionCount, b: ConditionCount | undefined): ConditionCount {
  if (b === undefined) return a;
  const notCoveredTrue = a.notCoveredTrue.filter((term) => b.notCoveredTrue.includes(term));
  const notCoveredFalse = a.notCoveredFalse.filter((term) => b.notCoveredFalse.includes(term));
  const covered = a.count - notCoveredTrue.length - notCoveredFalse.length;
  return { count: a.count, covered, notCoveredTrue, notCoveredFalse };
}

/** Joins two maps in ascending order of lines, or in the order met for names. */
function mergeMaps<Key extends BuildLine | string, Value>(
  a: ReadonlyMap<Key, Value>,
  b: ReadonlyMap<Key, Value>,
  merge: (a: Value, b: Value) => Value,
): ReadonlyMap<Key, Value> {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const merged = new Map(a);
  let isSorted = true;
  for (const [key, value] of b) {
    const before = merged.get(key);
    if (before === undefined) isSorted = false;
    merged.set(key, before === undefined ? value : merge(before, value));
  }
  if (isSorted) return merged;
  return new Map(
    [...merged].sort(([x], [y]) => (typeof x === 'number' && typeof y === 'number' ? x - y : 0)),
  );
}
