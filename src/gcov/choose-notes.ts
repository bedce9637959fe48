import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { NotesEntry } from './notes-entry.js';
import { readNotesHeader } from './notes-records.js';

/**
 * One of several notes files that have the stamp and the functions of a data image: the one that the
 * data's path names whole, else the one with the most similar path if all say the same. A fixed seed
 * and an edit inside a function make notes that differ in lines only; there a similar path proves
 * nothing. Errors: BUILD_MISMATCH.
 */
export function chooseNotes(entries: readonly NotesEntry[], path: string): NotesEntry | null {
  const [best, next] = byCloseness(entries, path);
  if (best === undefined || next === undefined) return best ?? null;
  const named = entries.filter((entry) => isWholly(entry, path));
  const [only] = named;
  if (only && named.length === 1) return only;
  const isSame = entries.every((entry) => saysTheSame(entry, best));
  if (isSame && sharedComponents(best.path, path) > sharedComponents(next.path, path)) return best;
  throw new BenchError(
    'BUILD_MISMATCH',
    `several notes files fit ${printable(path)} and nothing tells which is right`,
    {
      why: `same stamp and functions${isSame ? '' : ', but other lines'}: ${printable(best.path)} and ${printable(next.path)}`,
      hints: ['give only the notes of the build that runs on the board: --notes DIR'],
    },
  );
}

/** What notes and data of one unit are called alike, wherever they lie. */
export function nameOf(path: string): string {
  return componentsOf(path).at(-1) ?? '';
}

/** Notes by how many trailing components their path shares with the data's, most first. */
export function byCloseness(entries: readonly NotesEntry[], path: string): readonly NotesEntry[] {
  return entries
    .map((entry) => ({ entry, score: sharedComponents(entry.path, path) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** Equal behind the header, which holds the stamp and the folder of the compiler. */
function saysTheSame(a: NotesEntry, b: NotesEntry): boolean {
  return a === b || Buffer.compare(bodyOf(a), bodyOf(b)) === 0;
}

function bodyOf({ bytes, path }: NotesEntry): Uint8Array {
  return bytes.subarray(readNotesHeader(bytes, path).reader.offset);
}

function isWholly(entry: NotesEntry, path: string): boolean {
  const components = componentsOf(path);
  return (
    components.length === componentsOf(entry.path).length &&
    components.length === sharedComponents(entry.path, path)
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
