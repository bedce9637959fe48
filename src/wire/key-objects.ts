import type { RawObject } from '../gcov/raw-object.js';
import { compareCounts } from './compare-counts.js';
import { isSound } from '../gcov/is-sound.js';
import { objectKey } from './object-key.js';

/**
 * The objects of one dump by `objectKey`; every object that is not sound stays, under a key of its
 * own. Of a unit that came twice the later copy counts, unless counts went down on the way: then the
 * log mixes two boards or two boots, and neither copy may be believed.
 */
export function keyObjects(objects: readonly RawObject[]): Map<string, RawObject> {
  const keyed = new Map<string, RawObject>();
  for (const [index, object] of objects.entries()) {
    const key = objectKey(object);
    if (!isSound(object)) keyed.set(`${key}\0${index}`, object);
    else keyed.set(key, laterOf(keyed.get(key), object));
  }
  return keyed;
}

function laterOf(earlier: RawObject | undefined, later: RawObject): RawObject {
  if (earlier === undefined) return later;
  if (!isSound(earlier)) return earlier;
  if (compareCounts(earlier.bytes, later.bytes) === 'grown') return later;
  const reason =
    `it came twice in one dump, and counts are lower at line ${later.origin.line ?? 0} than at line ` +
    `${earlier.origin.line ?? 0}: the log mixes two boards or two boots`;
  return { ...later, status: 'damaged', reason };
}
