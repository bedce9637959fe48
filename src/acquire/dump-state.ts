import type { CounterPlan } from '../image/counter-plan.js';
import type { DumpProgress } from '../wire/dump-result.js';
import type { FetchState, ObjectState } from './fetch-result.js';

/** What a progress line shows of a dump: what arrived, what is arriving, what is still expected. */
export function dumpState(
  progress: DumpProgress,
  plan: CounterPlan | null,
  elapsedMs: number,
): FetchState {
  const objects: ObjectState[] = [...progress.objects];
  const { current } = progress;
  if (current) {
    objects.push({ path: current.path, status: 'reading', sizeBytes: current.receivedBytes });
  }
  const seen = new Set(objects.map(({ path }) => path));
  for (const { path } of plan?.objects ?? []) {
    if (!seen.has(path)) objects.push({ path, status: 'waiting', sizeBytes: 0 });
  }
  return {
    receivedBytes: progress.receivedBytes,
    totalBytes: null,
    elapsedMs: Math.round(elapsedMs),
    objects,
  };
}
