import type { RawObject } from '../gcov/raw-object.js';
import type { ReadDump } from './dump-format.js';
import { isSound } from '../gcov/is-sound.js';
import type { KeyedObjects } from './pair-objects.js';

/**
 * The objects of a boot after one more dump of it: the later copies, and an earlier sound one for
 * each that is damaged or missing in the later dump, marked as repaired.
 */
export function mergeSameBoot(
  earlier: KeyedObjects,
  later: KeyedObjects,
  pairs: ReadonlyMap<string, string>,
  dump: ReadDump,
  isWhole: boolean,
): Map<string, RawObject> {
  const merged = new Map(later);
  const damaged = damagedByPath(later);
  const paired = new Set(pairs.values());
  for (const [key, object] of earlier) {
    if (!isSound(object) || paired.has(key)) continue;
    const lost = damaged.get(object.path)?.shift();
    if (lost !== undefined) merged.delete(lost.key);
    const lack =
      lost === undefined
        ? `not in the dump at line ${dump.firstLine}`
        : `damaged in the dump at line ${dump.firstLine} (${lost.object.reason ?? ''})`;
    const reason = `${lack}; taken from line ${object.origin.line ?? 0}, same boot`;
    merged.set(key, { ...object, status: 'repaired', reason });
  }
  // A damaged name makes an object up; a whole dump of as many objects shows that there is none.
  if (isWhole && later.size >= earlier.size) return merged;
  const paths = new Set([...merged.values()].map(({ path }) => path));
  for (const [key, object] of earlier) {
    if (!isSound(object) && !paths.has(object.path)) merged.set(key, object);
  }
  return merged;
}

interface KeyedObject {
  readonly key: string;
  readonly object: RawObject;
}

function damagedByPath(objects: KeyedObjects): Map<string, KeyedObject[]> {
  const damaged = new Map<string, KeyedObject[]>();
  for (const [key, object] of objects) {
    if (isSound(object)) continue;
    const ofPath = damaged.get(object.path);
    if (ofPath === undefined) damaged.set(object.path, [{ key, object }]);
    else ofPath.push({ key, object });
  }
  return damaged;
}
