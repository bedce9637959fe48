import { BenchError } from '../base/bench-error.js';
import type { BuiltCapture } from '../capture/build-capture.js';
import type { ObjectReport } from '../gcov/counts-json.js';
import { isSound } from '../gcov/is-sound.js';

/**
 * Refuses evidence in which an object is not sound, even where the counts of the others are.
 * Errors: DAMAGED_DUMP, naming every such object.
 */
export function refuseUnsound(objects: readonly ObjectReport[]): void {
  const bad = objects.filter((object) => !isSound(object));
  if (bad.length === 0) return;
  throw new BenchError(
    'DAMAGED_DUMP',
    `${bad.length} of ${objects.length} objects cannot be recorded`,
    {
      why: bad.map(({ path, status, reason }) => `${path}: ${reason ?? status}`).join('\n'),
      hints: ['fetch again', 'or record what is sound: --partial'],
    },
  );
}

/** True when a source was left out because its counters contradict each other. */
export function isContradictory({ skipped }: Pick<BuiltCapture, 'skipped'>): boolean {
  return skipped.some(({ reason }) => reason === 'bad-count');
}

/**
 * Refuses a capture of which contradicting counters left nothing. Errors: DAMAGED_DUMP, naming
 * every source that was left out.
 */
export function refuseContradictions(built: BuiltCapture): void {
  if (built.capture.files.size > 0 || !isContradictory(built)) return;
  throw new BenchError(
    'DAMAGED_DUMP',
    'there is nothing to record: counters contradict each other',
    {
      why: built.skipped.map(({ path, text }) => `${path}: ${text}`).join('\n'),
      hints: ['fetch again while the board does nothing'],
    },
  );
}
