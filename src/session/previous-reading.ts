import type { FileCounts } from '../gcov/file-counts.js';

/** A reading the next one is compared with. */
export interface PreviousReading {
  /** In words, as `readingName` gives it. */
  readonly name: string;
  /** What the session had counted by then. */
  readonly counts: ReadonlyMap<string, FileCounts>;
}

/** `"boot"`, or for a reading without a label its time. */
export function readingName(label: string | null, at: Date): string {
  return label === null ? `the reading of ${at.toTimeString().slice(0, 8)}` : `"${label}"`;
}
