import type { RawObject } from '../gcov/raw-object.js';
import { isSound } from '../gcov/is-sound.js';

/** Objects of a dump by `objectKey`. */
export type KeyedObjects = ReadonlyMap<string, RawObject>;

/**
 * Pairs the sound objects of two dumps: keys of the later one to keys of the earlier one. Objects of
 * one key belong together, and of the others those of one unit: a name may have been damaged.
 */
export function pairObjects(earlier: KeyedObjects, later: KeyedObjects): Map<string, string> {
  const pairs = new Map<string, string>();
  const unpaired = new Map<string, string[]>();
  for (const [key, object] of earlier) {
    if (!isSound(object)) continue;
    const same = later.get(key);
    if (same !== undefined && isSound(same)) pairs.set(key, key);
    else {
      const unit = key.slice(object.path.length);
      const keys = unpaired.get(unit);
      if (keys === undefined) unpaired.set(unit, [key]);
      else keys.push(key);
    }
  }
  for (const [key, object] of later) {
    if (!isSound(object) || pairs.has(key)) continue;
    const before = unpaired.get(key.slice(object.path.length))?.shift();
    if (before !== undefined) pairs.set(key, before);
  }
  return pairs;
}
