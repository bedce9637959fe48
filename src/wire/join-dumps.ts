import type { ReadDump } from './dump-format.js';
import { isSound } from '../gcov/is-sound.js';
import { objectKey } from './object-key.js';

/**
 * A path that comes a second time looks like the start of another dump. When it is of another unit
 * and no unit came twice, it was one dump after all: gives that, or null.
 */
export function joinDumps(first: ReadDump, second: ReadDump): ReadDump | null {
  const mayGoOn = first.missingEnd !== null || first.isOpenEnded === true;
  if (!first.hasStart || !mayGoOn || !second.hasStart) return null;
  if (first.format !== second.format) return null;
  const sound = first.objects.filter(isSound);
  const [repeated] = second.objects;
  if (repeated === undefined || !sound.some(({ path }) => path === repeated.path)) return null;
  const keys = new Set(sound.map(objectKey));
  if (!second.objects.every((object) => isSound(object) && !keys.has(objectKey(object)))) {
    return null;
  }
  return {
    ...second,
    firstLine: first.firstLine,
    objects: [...first.objects, ...second.objects],
    hasFailed: first.hasFailed || second.hasFailed,
    warnings: [...first.warnings, ...second.warnings],
  };
}
