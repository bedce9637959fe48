import { chooseNotes, nameOf } from './choose-notes.js';
import type { CounterData } from './counter-data.js';
import { otherBuildError } from './other-build-error.js';
import type { NotesEntry } from './notes-entry.js';
import type { NotesIndex } from './notes-index.js';
import { findDifference } from './pair-data.js';
import { relatedNotes } from './related-notes.js';

/** The stamp GCC writes into every file when the build fixes its random seed. */
export const FIXED_SEED_STAMP = 0xffffffff;

/**
 * Finds the notes that belong to a data image: same version and stamp, then same functions. The path
 * decides only between notes that say the same, or when it names one of them whole. Null when
 * nothing speaks for any notes. Errors: BUILD_MISMATCH (the same functions are there, but of another
 * build, or several notes fit equally well), and the error of damaged notes of that name.
 */
export function findNotes(index: NotesIndex, data: CounterData, path: string): NotesEntry | null {
  const sameStamp = (index.byStamp.get(data.stamp) ?? []).filter(
    (entry) => entry.versionWord === data.versionWord,
  );
  const [only] = sameStamp;
  const isTelling = !isFixedStamp(index, data.stamp);
  if (only && sameStamp.length === 1 && isTelling) return only;
  const exact = sameStamp.filter((entry) => holdsFunctions(entry, data));
  if (exact.length > 0) return chooseNotes(exact, path);
  const related = relatedNotes(index, data, path);
  // Nearly right notes make the better message: which function or counter differs, and where.
  const near = related.find((entry) => sameStamp.includes(entry));
  if (near) return near;
  if (only && isTelling) return only;
  const damaged = index.unreadable.find((file) => nameOf(file.path) === nameOf(path));
  if (damaged) throw damaged.error;
  const [other] = related;
  if (other) throw otherBuildError(other, data, path);
  return null;
}

/** True for a stamp that does not tell one build from another: a fixed seed, or all notes have it. */
export function isFixedStamp(index: NotesIndex, stamp: number): boolean {
  if (stamp === FIXED_SEED_STAMP) return true;
  return index.entries.length > 1 && index.byStamp.size === 1 && index.byStamp.has(stamp);
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
