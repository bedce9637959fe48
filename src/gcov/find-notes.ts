import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { CounterData } from './counter-data.js';
import { describeVersion } from './gcov-version.js';
import type { NotesEntry } from './notes-entry.js';
import type { NotesIndex } from './notes-index.js';
import { findDifference } from './pair-data.js';
import { atByte, hex } from './record-reader.js';

/** The stamp GCC writes into every file when the build fixes its random seed. */
export const FIXED_SEED_STAMP = 0xffffffff;

/**
 * Finds the notes that belong to a data image: same version and stamp, then same functions. The path
 * decides only between notes that are equal in all that. Null when nothing speaks for any notes.
 * Errors: BUILD_MISMATCH (notes of that name are of another build, or several fit equally well),
 * and the error of damaged notes of that name.
 */
export function findNotes(index: NotesIndex, data: CounterData, path: string): NotesEntry | null {
  const sameStamp = (index.byStamp.get(data.stamp) ?? []).filter(
    (entry) => entry.versionWord === data.versionWord,
  );
  const [only] = sameStamp;
  if (only && sameStamp.length === 1 && data.stamp !== FIXED_SEED_STAMP) return only;
  const exact = sameStamp.filter((entry) => holdsFunctions(entry, data));
  if (exact.length > 0) return closest(exact, path);
  // Nearly right notes make the better message: which function or counter differs, and where.
  const near =
    data.stamp === FIXED_SEED_STAMP ? sameStamp.filter((entry) => isNamed(entry, path)) : sameStamp;
  if (near.length > 0) return byCloseness(near, path)[0]?.entry ?? null;
  const damaged = index.unreadable.find((file) => stemOf(file.path) === stemOf(path));
  if (damaged) throw damaged.error;
  const named = index.entries.filter((entry) => isNamed(entry, path));
  const other =
    byCloseness(named, path)[0]?.entry ??
    index.entries.find((entry) => holdsFunctions(entry, data));
  if (other) throw otherBuild(other, data, path);
  return null;
}

function isNamed(entry: NotesEntry, path: string): boolean {
  return stemOf(entry.path) === stemOf(path);
}

function holdsFunctions(entry: NotesEntry, data: CounterData): boolean {
  if (data.functions.length !== entry.functions.length) return false;
  if (data.checksum !== null && data.checksum !== 0) return data.checksum === entry.checksum;
  const byIdent = new Map(entry.functions.map((identity) => [identity.ident, identity]));
  return data.functions.every((counters) => {
    const identity = counters === null ? null : byIdent.get(counters.ident);
    return counters === null || (identity && findDifference(identity, counters) === null);
  });
}

/** Notes by how many trailing components their path shares with the data's, most first. */
function byCloseness(
  entries: readonly NotesEntry[],
  path: string,
): readonly { readonly entry: NotesEntry; readonly score: number }[] {
  return entries
    .map((entry) => ({ entry, score: sharedComponents(entry.path, path) }))
    .sort((a, b) => b.score - a.score);
}

/** The one whose path is closest to the data's, among notes that all fit. */
function closest(entries: readonly NotesEntry[], path: string): NotesEntry | null {
  const [best, next] = byCloseness(entries, path);
  if (best === undefined) return null;
  if (next === undefined || best.score > next.score) return best.entry;
  throw new BenchError(
    'BUILD_MISMATCH',
    `several notes files fit ${printable(path)} and nothing tells which is right`,
    {
      why: `same stamp and functions: ${printable(best.entry.path)} and ${printable(next.entry.path)}`,
      hints: ['give only the notes of the build that runs on the board: --notes DIR'],
    },
  );
}

function sharedComponents(a: string, b: string): number {
  const x = componentsOf(a);
  const y = componentsOf(b);
  let count = 0;
  while (count < x.length && count < y.length && x.at(-1 - count) === y.at(-1 - count)) count += 1;
  return count;
}

/** Components of a path without `.gcda` or `.gcno`; `#` stands for `/` in mangled names. */
function componentsOf(path: string): readonly string[] {
  return path.replace(/\.gc(?:da|no)$/, '').split(/[\\/#]/);
}

function stemOf(path: string): string {
  return componentsOf(path).at(-1) ?? '';
}

function otherBuild(entry: NotesEntry, data: CounterData, path: string): BenchError {
  const isVersion = entry.versionWord !== data.versionWord;
  const expected = isVersion
    ? `${describeVersion(entry.versionWord)} (${hex(entry.versionWord)})`
    : `stamp ${hex(entry.stamp)} (${describeVersion(entry.versionWord)})`;
  const found = isVersion
    ? `${describeVersion(data.versionWord)} (${hex(data.versionWord)})`
    : `stamp ${hex(data.stamp)} (${describeVersion(data.versionWord)})`;
  return new BenchError(
    'BUILD_MISMATCH',
    `${printable(path)} comes from another build than the notes`,
    {
      why: `${atByte(isVersion ? 4 : 8)}: expected ${expected} as in ${printable(entry.path)}, found ${found}; the product was rebuilt after the board was flashed, or the board runs another build`,
      hints: [
        'flash the firmware of this build and drive the board again',
        'or give the .gcno files of the build that runs on the board: --notes DIR',
      ],
    },
  );
}
