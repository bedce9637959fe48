import { BenchError } from '../base/bench-error.js';
import type { ObjectReport } from '../gcov/counts-json.js';

/**
 * Refuses evidence in which an object is not sound, even where the counts of the others are.
 * Errors: DAMAGED_DUMP, naming every such object.
 */
export function refuseUnsound(objects: readonly ObjectReport[]): void {
  const bad = objects.filter(({ status }) => status !== 'ok' && status !== 'repaired');
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
