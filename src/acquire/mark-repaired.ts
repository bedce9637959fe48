import type { RawObject } from '../gcov/raw-object.js';
import { detectRestart } from './detect-restart.js';
import { isSound } from '../gcov/is-sound.js';

/**
 * Marks what a first dump brought damaged, or not at all, and a later one of the same boot brought
 * whole. Same boot: some object is sound in both, and no counter went down in between.
 */
export function markRepaired(
  objects: readonly RawObject[],
  earlier: readonly RawObject[],
): readonly RawObject[] {
  const before = new Map(earlier.map((object) => [object.path, object]));
  const isSameBoot =
    objects.some((object) => isSound(object) && isSoundIn(before.get(object.path))) &&
    detectRestart(earlier, objects) === null;
  if (!isSameBoot) return objects;
  return objects.map((object): RawObject => {
    const first = before.get(object.path);
    if (object.status !== 'ok' || first === undefined || isSound(first)) return object;
    const reason = `${first.status} in an earlier dump (${first.reason ?? 'no reason given'}); whole in a later one, same boot`;
    return { ...object, status: 'repaired', reason };
  });
}

function isSoundIn(object: RawObject | undefined): boolean {
  return object !== undefined && isSound(object);
}
