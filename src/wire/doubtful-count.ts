import { ARC_KIND } from '../gcov/counter-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { isSound } from '../gcov/is-sound.js';

// A thousand million a second for two years; the top byte is set from there on.
const DOUBTFUL_COUNT = 2n ** 56n;

/**
 * Why an object of a binary dump is not believed although its records fit: bytes that slipped in, or
 * stand where others were lost, make counts no board reaches. Null when there is none.
 */
export function doubtfulCount(object: RawObject): string | null {
  if (!isSound(object)) return null;
  const { functions } = readData(object.bytes, object.path);
  const isDoubtful = functions.some((entry) =>
    entry?.counters.some(
      ({ kind, values }) => kind === ARC_KIND && values.some((count) => count >= DOUBTFUL_COUNT),
    ),
  );
  return isDoubtful ? 'a count in it is larger than any board reaches' : null;
}
