import { compareCounts } from './compare-counts.js';
import { isSound } from '../gcov/is-sound.js';
import type { KeyedObjects } from './pair-objects.js';

/** How the objects of a dump stand to those of an earlier one, and of which object that is known. */
export interface DumpRelation {
  readonly kind: 'grown' | 'lower' | 'other build' | 'nothing in common';
  readonly path: string;
}

/**
 * Tells from the counts of paired objects whether two dumps can be of one boot. `other build` names
 * a path of which both have sound objects, but no pair.
 */
export function relateDumps(
  earlier: KeyedObjects,
  later: KeyedObjects,
  pairs: ReadonlyMap<string, string>,
): DumpRelation {
  let grown: string | null = null;
  const shared = new Set<string>();
  for (const [key, earlierKey] of pairs) {
    const before = earlier.get(earlierKey);
    const after = later.get(key);
    if (before === undefined || after === undefined) continue;
    const order = compareCounts(before.bytes, after.bytes);
    if (order !== 'grown') return { kind: order, path: after.path };
    shared.add(before.path).add(after.path);
    grown ??= after.path;
  }
  const before = soundPaths(earlier);
  for (const path of soundPaths(later)) {
    if (before.has(path) && !shared.has(path)) return { kind: 'other build', path };
  }
  return grown === null ? { kind: 'nothing in common', path: '' } : { kind: 'grown', path: grown };
}

function soundPaths(objects: KeyedObjects): Set<string> {
  return new Set([...objects.values()].filter(isSound).map(({ path }) => path));
}
