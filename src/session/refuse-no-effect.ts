import { detectRestart } from '../acquire/detect-restart.js';
import { isSound } from '../gcov/is-sound.js';
import { BenchError } from '../base/bench-error.js';
import type { RawObject } from '../gcov/raw-object.js';
import type { Zeroed } from './board-connection.js';

/**
 * Refuses a zeroing after which no counter is lower than at the reading before it: the board took
 * the command for something else. `before` may be empty, then nothing can be told.
 * Errors: NO_ANSWER.
 */
export function refuseNoEffect(
  before: readonly RawObject[],
  { isSure, objects }: Pick<Zeroed, 'isSure' | 'objects'>,
): void {
  if (isSure) return;
  const known = new Set(before.filter(isSound).map(({ path }) => path));
  const isComparable = objects.some((object) => isSound(object) && known.has(object.path));
  if (!isComparable || detectRestart(before, objects) !== null) return;
  throw new BenchError('NO_ANSWER', 'the counters were not zeroed', {
    why: 'no counter is lower than at the last reading',
    hints: ['check [zero] in the board file', 'or keep the counts as they are'],
  });
}
