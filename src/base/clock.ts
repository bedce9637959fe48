/** Where "now" comes from; a value that is passed in, so that tests and `--now` decide. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still at one instant. */
export function fixedClock(instant: Date): Clock {
  return { now: () => new Date(instant) };
}

/** Whole seconds in UTC, `2026-02-01T10:00:00Z`: the form every stamp of ours has. */
export function isoSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
