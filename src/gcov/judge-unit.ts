import { printable } from '../base/printable.js';
import type { CheckUnit } from './check-units.js';
import { compareWithGcov } from './compare-with-gcov.js';
import type { FileCounts, UnitCounts } from './file-counts.js';
import type { GcovDifference } from './gcov-difference.js';

/** What a gcov answered about one unit. */
export interface GcovAnswer {
  /** Its counts by source; null when it printed none. */
  readonly files: ReadonlyMap<string, FileCounts> | null;
  /** What it said of the unit on its error output, without the file name. */
  readonly messages: readonly string[];
  /** How it ended, in words. */
  readonly end: string;
}

export interface JudgedUnit {
  readonly differences: readonly GcovDifference[];
  /** What gcov said that is no refusal. */
  readonly remarks: readonly string[];
}

const NO_DATA = /cannot open data file|No such file or directory/;
// A gcov of another minor version says so and reads on; its numbers are compared all the same.
const OTHER_VERSION = /^version .* prefer /;
const REFUSAL =
  /mismatch|corrupt|not a gcov|invalid|unexpected|unsupported|do(?:es)? not match|overlong|overflow|unknown|cannot open/i;

/**
 * Compares one unit with what a gcov answered. For data we refused, numbers of gcov are a difference;
 * for data we accepted, a refusal of gcov is one, in its own words.
 */
export function judgeUnit(unit: CheckUnit, answer: GcovAnswer): JudgedUnit {
  const messages = answer.messages
    .filter((message) => unit.data !== null || !NO_DATA.test(message))
    .map(printable);
  const refusals = messages.filter((text) => !OTHER_VERSION.test(text) && REFUSAL.test(text));
  const remarks = messages.filter((text) => !refusals.includes(text));
  const { counts } = unit;
  if (counts === null) return { differences: judgeRefused(unit, answer, refusals), remarks };
  const differences: GcovDifference[] = [];
  if (refusals.length > 0) {
    differences.push(objectDifference(unit.name, 'accepted', refusals.join('; ')));
  }
  if (answer.files === null && hasCode(counts)) {
    differences.push(objectDifference(unit.name, 'accepted', `no counts: ${answer.end}`));
  } else {
    differences.push(...compareWithGcov(unit.name, counts.files, answer.files ?? new Map()));
  }
  return { differences, remarks };
}

/** True when there is a line to count in it. */
export function hasCode(counts: UnitCounts | null): boolean {
  return counts !== null && [...counts.files.values()].some(({ lines }) => lines.size > 0);
}

/** A difference about a whole object. */
export function objectDifference(path: string, ours: string, theirs: string): GcovDifference {
  return { path, kind: 'object', line: null, name: null, unit: path, ours, theirs };
}

function judgeRefused(
  unit: CheckUnit,
  { files }: GcovAnswer,
  refusals: readonly string[],
): readonly GcovDifference[] {
  let hits = 0;
  for (const { lines } of files?.values() ?? []) {
    for (const count of lines.values()) if (count !== 0) hits += 1;
  }
  if (hits === 0) return [];
  const words = refusals.length > 0 ? `, saying: ${refusals.join('; ')}` : '';
  return [
    objectDifference(unit.name, `refused: ${unit.refusal ?? ''}`, `${hits} executed lines${words}`),
  ];
}
