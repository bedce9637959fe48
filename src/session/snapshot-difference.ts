import type { FileCounts } from '../gcov/file-counts.js';
import { printable } from '../base/printable.js';
import type { SnapshotDifference } from './session-state.js';

type Counts = ReadonlyMap<string, FileCounts>;

const MOST_NAMED_FILES = 3;
const MOST_NAMED_RANGES = 4;

/** What a reading is called, and what the one before it was; null for the first. */
export interface ReadingNames {
  readonly label: string | null;
  readonly since: string | null;
}

/**
 * Lines one reading hit and the reading before it did not, by the names of the build. Both are what
 * a session has counted up to then, so that a restart in between makes no line new again, and no
 * count of one boot is there twice.
 */
export function snapshotDifference(
  before: Counts | null,
  after: Counts,
  names: ReadingNames,
): SnapshotDifference {
  let hitLines = 0;
  let newLines = 0;
  const files: SnapshotDifference['files'][number][] = [];
  for (const [path, { lines }] of after) {
    const earlier = before?.get(path)?.lines;
    const fresh: number[] = [];
    for (const [line, count] of lines) {
      if (BigInt(count) <= 0n) continue;
      hitLines += 1;
      if (BigInt(earlier?.get(line) ?? 0) <= 0n) fresh.push(line);
    }
    newLines += fresh.length;
    if (fresh.length > 0) files.push({ path, ranges: rangesOf(fresh) });
  }
  const byPath = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { ...names, hitLines, newLines, files: byPath };
}

/** `120-125, 130`. */
export function rangeWords(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** One sentence on what is new, with the first places. */
export function differenceWords(difference: SnapshotDifference): string {
  const { label, newLines, files } = difference;
  const name = label === null ? 'snapshot' : `"${printable(label)}"`;
  const places = files.slice(0, MOST_NAMED_FILES).map(({ path, ranges }) => {
    const more = ranges.length > MOST_NAMED_RANGES ? ', …' : '';
    return `${printable(path)}:${rangeWords(ranges.slice(0, MOST_NAMED_RANGES))}${more}`;
  });
  const left = files.length - places.length;
  const rest = left > 0 ? ` and ${left} more ${left === 1 ? 'file' : 'files'}` : '';
  const where = places.length === 0 ? '' : `: ${places.join('; ')}${rest}`;
  return `${name}: ${lineWords(newLines)} newly hit${sinceWords(difference)}${where}`;
}

/** ` since "boot"`; empty for the first reading. */
export function sinceWords({ since }: SnapshotDifference): string {
  return since === null ? '' : ` since ${printable(since)}`;
}

/** `1 line`, `12 lines`. */
export function lineWords(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

/** Whole runs of line numbers; a line that is no code between two ends a run. */
function rangesOf(lines: readonly number[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
