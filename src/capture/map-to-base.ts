import type { BuildLine } from '../gcov/file-counts.js';
import type { Hunk } from '../git/parse-hunks.js';
import type { BaseLine } from './capture.js';

/**
 * Gives the function from lines of the working tree (what was compiled) to lines of the commit, for
 * the hunks from the commit to the working tree; null for a line that was added or changed.
 */
export function mapToBase(hunks: readonly Hunk[]): (line: BuildLine) => BaseLine | null {
  const regions = hunks.map((hunk) => ({
    // A side with no lines starts at the line before the place.
    start: hunk.newCount === 0 ? hunk.newStart + 1 : hunk.newStart,
    count: hunk.newCount,
    shift: hunk.oldCount - hunk.newCount,
  }));
  let total = 0;
  const steps = regions.map(({ start, count, shift }) => {
    total += shift;
    return { start, end: start + count, shiftAfter: total };
  });
  return (line) => {
    // The last region that starts at or before the line decides.
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((steps[middle]?.start ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    const step = steps[low - 1];
    if (!step) return line;
    return line < step.end ? null : line + step.shiftAfter;
  };
}
