import { capturedInstant } from '../store/captured-instant.js';

const DAY_MS = 86_400_000;

/** `undated`: there is a limit, but the capture does not say when it was taken. */
export type Age = 'fresh' | 'aging' | 'undated';

/**
 * Ageing asks for the session to be run again; it takes nothing away. A capture ages once more whole
 * days than `maxAgeDays` have passed: N days and 23:59:59 is fresh, N + 1 days is not. Null: no limit.
 */
export function ageOf(capturedAt: string, maxAgeDays: number | null, today: Date): Age {
  if (maxAgeDays === null) return 'fresh';
  const instant = capturedInstant(capturedAt);
  if (instant === null) return 'undated';
  return Math.floor((today.getTime() - instant) / DAY_MS) > maxAgeDays ? 'aging' : 'fresh';
}
