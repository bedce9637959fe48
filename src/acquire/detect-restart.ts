import type { RawObject } from '../gcov/raw-object.js';
import { compareCounts } from '../wire/compare-counts.js';
import { isSound } from '../gcov/is-sound.js';

/** Why two readings of one board are not of one run. */
export interface Restart {
  readonly path: string;
  /** `lower`: it restarted or was zeroed in between; `other build`: it runs something else. */
  readonly reason: 'lower' | 'other build';
}

/**
 * The first object whose counters did not only grow between two readings, or null when both are of
 * one run: counters never go down while a board runs. Objects that are not sound are passed over.
 */
export function detectRestart(
  before: readonly RawObject[],
  after: readonly RawObject[],
): Restart | null {
  const earlier = new Map(before.filter(isSound).map((object) => [object.path, object]));
  for (const object of after.filter(isSound)) {
    const first = earlier.get(object.path);
    if (!first) continue;
    const order = compareCounts(first.bytes, object.bytes);
    if (order !== 'grown') return { path: object.path, reason: order };
  }
  return null;
}
