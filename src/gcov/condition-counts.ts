import type { Count } from '../base/count.js';
import type { FunctionCounters } from './counter-data.js';
import type { ConditionCount } from './file-counts.js';
import type { NotesFunction } from './notes.js';
import { CONDITION_KIND, PATH_KIND } from './pair-data.js';

/**
 * Condition coverage by block (GCC 14 and later): for the n-th condition block the counters hold two
 * masks, terms shown to decide as true and as false.
 */
export function countConditions(
  entry: NotesFunction,
  counters: FunctionCounters | null,
): ReadonlyMap<number, ConditionCount> {
  const masks = counters?.counters.find((record) => record.kind === CONDITION_KIND)?.values ?? [];
  const counts = new Map<number, ConditionCount>();
  entry.conditions.forEach(({ block, termCount }, index) => {
    const notCoveredTrue = missingBits(masks[index * 2] ?? 0, termCount);
    const notCoveredFalse = missingBits(masks[index * 2 + 1] ?? 0, termCount);
    const count = termCount * 2;
    const covered = count - notCoveredTrue.length - notCoveredFalse.length;
    counts.set(block, { count, covered, notCoveredTrue, notCoveredFalse });
  });
  return counts;
}

/** Prime paths covered (GCC 15 and later): one bit each, 64 to a counter. */
export function countCoveredPaths(counters: FunctionCounters | null): number {
  const words = counters?.counters.find((record) => record.kind === PATH_KIND)?.values ?? [];
  return words.reduce<number>((sum, word) => sum + 64 - missingBits(word, 64).length, 0);
}

function missingBits(mask: Count, bitCount: number): number[] {
  const bits = BigInt.asUintN(64, BigInt(mask));
  const missing: number[] = [];
  for (let bit = 0; bit < bitCount; bit += 1) {
    if (((bits >> BigInt(bit)) & 1n) === 0n) missing.push(bit);
  }
  return missing;
}
