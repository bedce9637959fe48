import type { CounterData } from '../gcov/counter-data.js';
import { ARC_KIND } from '../gcov/counter-data.js';
import { readDataOrNull } from '../gcov/read-data-or-null.js';

/** How the counts of a later image of an object stand to those of an earlier one. */
export type CountOrder = 'grown' | 'lower' | 'other build';

/**
 * Compares two sound images of one object. Counters only ever grow while a board runs, so a lower
 * one means that it restarted or was zeroed in between.
 */
export function compareCounts(earlier: Uint8Array, later: Uint8Array): CountOrder {
  const before = readDataOrNull(earlier, 'an object');
  const after = readDataOrNull(later, 'an object');
  return before === null || after === null ? 'other build' : compareData(before, after);
}

/** The same for images that were read already. */
export function compareData(before: CounterData, after: CounterData): CountOrder {
  if (!isSameBuild(before, after)) return 'other build';
  const counts = arcCounts(before);
  return arcCounts(after).every((count, index) => count >= (counts[index] ?? 0))
    ? 'grown'
    : 'lower';
}
function isSameBuild(a: CounterData, b: CounterData): boolean {
  return (
    a.versionWord === b.versionWord &&
    a.stamp === b.stamp &&
    a.checksum === b.checksum &&
    arcCounts(a).length === arcCounts(b).length
  );
}

function arcCounts(data: CounterData): (number | bigint)[] {
  return data.functions.flatMap((entry) =>
    (entry?.counters ?? []).flatMap((counters) =>
      counters.kind === ARC_KIND ? [...counters.values] : [],
    ),
  );
}
