import { basename } from 'node:path';
import type { RawObject } from '../gcov/raw-object.js';
import { compareCounts } from '../wire/compare-counts.js';

const HEAD_BYTES = 12;

/** The objects of one source as it was named. */
export interface NamedObjects {
  readonly name: string;
  readonly objects: readonly RawObject[];
}

/**
 * Leaves out objects that another source has as well and in which no counter is lower there: that is
 * a later reading of the same run, and two readings of one run are never added. Sources in which
 * some counters went up and some down are of different runs and stay. Gives the warnings too.
 */
export function dropEarlierReadings(sources: readonly NamedObjects[]): {
  readonly objects: readonly RawObject[];
  readonly warnings: readonly string[];
} {
  const dropped = new Set<RawObject>();
  const warnings: string[] = [];
  for (const [first, second, pairs] of sharedObjects(sources)) {
    const live = pairs.filter(([a, b]) => !dropped.has(a) && !dropped.has(b));
    // The same bytes under the same name are told from each other by the decoder.
    if (live.every(([a, b]) => a.path === b.path && isEqual(a, b))) continue;
    const isLater = live.every(([a, b]) => compareCounts(a.bytes, b.bytes) === 'grown');
    const isEarlier = live.every(([a, b]) => compareCounts(b.bytes, a.bytes) === 'grown');
    if (!isLater && !isEarlier) {
      warnings.push(`${first.name} and ${second.name} are of two runs: their counts are added`);
      continue;
    }
    for (const [a, b] of live) dropped.add(isLater ? a : b);
    const [earlier, later] = isLater ? [first, second] : [second, first];
    warnings.push(
      `${later.name} reads on from ${earlier.name}: of objects in both only the later counts`,
    );
  }
  const objects = sources.flatMap((source) => source.objects).filter((one) => !dropped.has(one));
  return { objects, warnings };
}

type Pair = readonly [RawObject, RawObject];

/** Pairs of sources that have objects of one compilation in common, with these. */
function sharedObjects(
  sources: readonly NamedObjects[],
): readonly (readonly [NamedObjects, NamedObjects, readonly Pair[]])[] {
  const found = new Map<string, [NamedObjects, NamedObjects, Pair[]]>();
  const byName = new Map<string, { readonly at: number; readonly object: RawObject }[]>();
  for (const [at, source] of sources.entries()) {
    for (const object of source.objects) {
      if (object.bytes.length === 0) continue;
      // Magic, version and stamp: names like main.gcda are many, compilations are not.
      const head = Buffer.from(object.bytes.subarray(0, HEAD_BYTES)).toString('hex');
      const key = `${head} ${basename(object.path)}`;
      const others = byName.get(key) ?? [];
      for (const other of others) {
        const first = sources[other.at];
        const isSame =
          other.at !== at && compareCounts(other.object.bytes, object.bytes) !== 'other build';
        if (!first || !isSame) continue;
        const entry = found.get(`${other.at} ${at}`) ?? [first, source, []];
        entry[2].push([other.object, object]);
        found.set(`${other.at} ${at}`, entry);
      }
      byName.set(key, [...others, { at, object }]);
    }
  }
  return [...found.values()];
}

function isEqual(a: RawObject, b: RawObject): boolean {
  return Buffer.compare(a.bytes, b.bytes) === 0;
}
