import type { FileCounts } from './file-counts.js';

/** How many there are, and how many of them were executed or taken. */
export interface HitTotal {
  readonly hit: number;
  readonly total: number;
}

/** The sums of one source or of many. */
export interface CountTotals {
  readonly lines: HitTotal;
  readonly functions: HitTotal;
  readonly branches: HitTotal;
}

/** Counts what a source has and what of it was hit. */
export function totalsOf({ lines, functions, branches }: FileCounts): CountTotals {
  let hitLines = 0;
  for (const count of lines.values()) if (count > 0) hitLines += 1;
  let hitFunctions = 0;
  for (const { count } of functions.values()) if (count > 0) hitFunctions += 1;
  let branchCount = 0;
  let takenCount = 0;
  for (const ofLine of branches.values()) {
    branchCount += ofLine.length;
    for (const { taken } of ofLine) if (taken !== null && taken > 0) takenCount += 1;
  }
  return {
    lines: { hit: hitLines, total: lines.size },
    functions: { hit: hitFunctions, total: functions.size },
    branches: { hit: takenCount, total: branchCount },
  };
}

/** The sums of several. */
export function addTotals(all: Iterable<CountTotals>): CountTotals {
  let sum: CountTotals = {
    lines: { hit: 0, total: 0 },
    functions: { hit: 0, total: 0 },
    branches: { hit: 0, total: 0 },
  };
  for (const one of all) {
    sum = {
      lines: add(sum.lines, one.lines),
      functions: add(sum.functions, one.functions),
      branches: add(sum.branches, one.branches),
    };
  }
  return sum;
}

function add(a: HitTotal, b: HitTotal): HitTotal {
  return { hit: a.hit + b.hit, total: a.total + b.total };
}
