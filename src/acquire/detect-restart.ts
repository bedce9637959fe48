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
  const earlier = new Map<string, RawObject[]>();
  for (const object of before.filter(isSound)) {
    const namesakes = earlier.get(object.path);
    if (namesakes) namesakes.push(object);
    else earlier.set(object.path, [object]);
  }
  for (const object of after.filter(isSound)) {
    const namesakes = earlier.get(object.path) ?? [];
    if (namesakes.length === 0) continue;
    // Several units may share a path: each is compared with itself.
    const orders = namesakes.map((first) => compareCounts(first.bytes, object.bytes));
    const at = orders.findIndex((order) => order !== 'other build');
    const order = orders[at] ?? 'other build';
    if (order !== 'grown') return { path: object.path, reason: order };
    namesakes.splice(at, 1);
  }
  return null;
}
