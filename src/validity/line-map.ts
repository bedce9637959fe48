import type { BaseLine } from '../capture/capture.js';
import type { Hunk } from '../git/parse-hunks.js';
import type { NowLine } from './validity-report.js';

/** Where a line of the base is in the tree asked about, or what became of it. */
export type LinePlace =
  | { readonly kind: 'kept'; readonly line: NowLine }
  | {
      readonly kind: 'changed';
      /** Lines that took its place; none when it was only deleted. */
      readonly isReplaced: boolean;
      /** The line that took its place, or the one before the gap; null in a file left empty. */
      readonly anchor: NowLine | null;
      /** The last line of the region that took its place. */
      readonly last: NowLine | null;
    };

/** Translates line numbers of a base into those of the tree asked about. */
export interface LineMap {
  placeOf(line: BaseLine): LinePlace;
}

/** The map of a file without changes. */
export const SAME_LINES: LineMap = {
  placeOf: (line) => ({ kind: 'kept', line: Number(line) as NowLine }),
};

/**
 * Builds the map from hunks without context, ascending as git prints them. A side with count 0 has
 * nothing there and its start is the line before the place, so the place itself is one further on.
 */
export function lineMap(hunks: readonly Hunk[]): LineMap {
  if (hunks.length === 0) return SAME_LINES;
  return {
    placeOf: (line) => {
      const hunk = lastAtOrBefore(hunks, line);
      if (hunk === undefined) return SAME_LINES.placeOf(line);
      const oldEnd = firstOf(hunk.oldStart, hunk.oldCount) + hunk.oldCount;
      if (line < oldEnd) return changed(hunk, line);
      const newEnd = firstOf(hunk.newStart, hunk.newCount) + hunk.newCount;
      return { kind: 'kept', line: (line - oldEnd + newEnd) as NowLine };
    },
  };
}

function changed(hunk: Hunk, line: BaseLine): LinePlace {
  if (hunk.newCount === 0) {
    // The gap is marked on the line before it, or on the first line when it is at the top.
    const anchor = Math.max(1, hunk.newStart) as NowLine;
    return { kind: 'changed', isReplaced: false, anchor, last: null };
  }
  const last = hunk.newStart + hunk.newCount - 1;
  const anchor = Math.min(hunk.newStart + (line - hunk.oldStart), last) as NowLine;
  return { kind: 'changed', isReplaced: true, anchor, last: last as NowLine };
}

/** The last hunk that begins at or before a line. */
function lastAtOrBefore(hunks: readonly Hunk[], line: BaseLine): Hunk | undefined {
  let low = 0;
  let high = hunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const hunk = hunks[middle];
    if (hunk && firstOf(hunk.oldStart, hunk.oldCount) <= line) low = middle + 1;
    else high = middle;
  }
  return hunks[low - 1];
}

function firstOf(start: number, count: number): number {
  return count === 0 ? start + 1 : start;
}
