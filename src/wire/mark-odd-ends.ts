import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { isSound } from '../gcov/is-sound.js';

/**
 * One writer ends all of its images with a zero word, or none. An image of a dump that differs from
 * most in that becomes `damaged`: bytes put into its counters have pushed zeros out at its end, or
 * its last word is gone. With as many of the one as of the other, those with the word are odd.
 */
export function markOddEnds(objects: readonly RawObject[]): readonly RawObject[] {
  const hasEnd = new Map<RawObject, boolean>();
  for (const object of objects) {
    if (isSound(object)) hasEnd.set(object, readData(object.bytes, object.path).hasEndWord);
  }
  const withEnd = [...hasEnd.values()].filter((value) => value).length;
  const withoutEnd = hasEnd.size - withEnd;
  if (withEnd === 0 || withoutEnd === 0) return objects;
  const isUsual = withEnd > withoutEnd;
  return objects.map((object) => {
    if ((hasEnd.get(object) ?? isUsual) === isUsual) return object;
    const reason = isUsual
      ? 'it lacks the zero word the other images of the dump end with'
      : 'it ends with a zero word, which the other images of the dump do not: bytes were put into it';
    return { ...object, status: 'damaged', reason };
  });
}
