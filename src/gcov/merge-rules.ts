import { BenchError } from '../base/bench-error.js';
import { addCounts, toCount, type Count } from '../base/count.js';
import type { CounterKind } from './counter-kinds.js';
import type { GcovVersion } from './gcov-version.js';
import { mergeFixedLists, mergeSingleValues, mergeValueLists } from './merge-value-lists.js';

/** Merges the counters of an earlier run into those of a later; null when that cannot be done. */
export type MergeRule = (
  earlier: readonly Count[],
  later: readonly Count[],
) => readonly Count[] | null;

const MAX_COUNTER = 2n ** 63n - 1n;

/**
 * How libgcov merges counters of a kind (`docs/gcov-format.md`); null where the rule is not known:
 * the delta and indirect topn kinds of old compilers, which nothing but their optimiser reads.
 */
export function mergeRule(kind: CounterKind, version: GcovVersion): MergeRule | null {
  switch (kind) {
    case 'arcs':
      return addArcs;
    case 'interval':
    case 'pow2':
    case 'average':
      return addAll;
    case 'ior':
    case 'conditions':
    case 'paths':
      return join;
    case 'time profiler':
      return earliest;
    case 'single':
      return mergeSingleValues;
    case 'topn':
      return version.major === 10 ? mergeFixedLists : mergeValueLists;
    case 'indirect call':
      if (version.major < 10) return mergeSingleValues;
      return version.major === 10 ? mergeFixedLists : mergeValueLists;
    case 'delta':
    case 'indirect topn':
      return null;
  }
}

/** A hit must not turn into a count below zero. */
const addArcs = eachPair((a, b) => {
  const sum = addCounts(a, b);
  if (typeof sum === 'bigint' && sum > MAX_COUNTER) {
    throw new BenchError('BAD_DATA', 'counters add up to more than 64 bits hold', {
      why: `${a} and ${b}`,
    });
  }
  return sum;
});

/** Sums of values, which wrap as they do on the target. */
const addAll = eachPair((a, b) => {
  const sum = addCounts(a, b);
  return typeof sum === 'number' ? sum : toCount(BigInt.asIntN(64, sum));
});

const join = eachPair((a, b) => toCount(BigInt.asIntN(64, BigInt(a) | BigInt(b))));

const earliest = eachPair((a, b) => (a === 0 ? b : b === 0 || a < b ? a : b));

function eachPair(merge: (a: Count, b: Count) => Count): MergeRule {
  return (a, b) => {
    if (a.length !== b.length) return null;
    return a.map((value, index) => merge(value, b[index] ?? 0));
  };
}
