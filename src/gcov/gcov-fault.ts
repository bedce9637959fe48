import { subtractCounts, type Count } from '../base/count.js';
import type { ComparedValue, GcovDifference } from './gcov-difference.js';
import type { GcovTool } from './gcov-tool.js';

const ROUNDED_FROM = 1_000_000;
// Half a unit of the sixth digit, with room for the error of the comparison itself.
const ROUNDING_SHARE = 5.001e-6;

/**
 * The known fault of a gcov that explains a difference, in words; null when none does. gcov 9 prints
 * the numbers of its JSON with six digits, so a count of a million or more comes out rounded.
 */
export function gcovFault(tool: GcovTool, difference: GcovDifference): string | null {
  if (tool.family !== 'gcc' || tool.major !== 9) return null;
  return isRounded(difference.ours, difference.theirs) ? 'gcov 9 prints six digits' : null;
}

function isRounded(ours: ComparedValue, theirs: ComparedValue): boolean {
  if (!Array.isArray(ours) || !Array.isArray(theirs)) return isRoundedCount(ours, theirs);
  const others: readonly (Count | null)[] = theirs;
  return (
    ours.length === others.length &&
    ours.every((count: Count | null, index) => {
      const other = others[index] ?? null;
      return count === other || isRoundedCount(count, other);
    })
  );
}

function isRoundedCount(ours: ComparedValue, theirs: ComparedValue): boolean {
  if (!isCount(ours) || !isCount(theirs)) return false;
  const size = Math.abs(Number(ours));
  const error = Math.abs(Number(subtractCounts(ours, theirs)));
  return size >= ROUNDED_FROM && error <= size * ROUNDING_SHARE;
}

function isCount(value: ComparedValue): value is Count {
  return typeof value === 'number' || typeof value === 'bigint';
}
