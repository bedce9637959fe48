import { byCloseness, isNamed } from './choose-notes.js';
import type { CounterData } from './counter-data.js';
import type { NotesEntry } from './notes-entry.js';
import type { NotesIndex } from './notes-index.js';

// Of units that only include the same headers fewer functions are the same.
const SHARE_OF_A_REBUILD = 2 / 3;

const functionsOf = new WeakMap<NotesIndex, ReadonlyMap<number, readonly NotesEntry[]>>();

/**
 * Notes that do not fit a data image but are of the same source in another build: those that have
 * most of its functions, or some of them and its name. GCC derives idents from names, so they
 * survive a rebuild. The most alike come first.
 */
export function relatedNotes(
  index: NotesIndex,
  data: CounterData,
  path: string,
): readonly NotesEntry[] {
  const shared = new Map<NotesEntry, number>();
  const all = entriesByIdent(index);
  for (const counters of data.functions) {
    if (counters === null) continue;
    for (const entry of all.get(counters.ident) ?? []) {
      shared.set(entry, (shared.get(entry) ?? 0) + 1);
    }
  }
  const present = data.functions.filter((counters) => counters !== null).length;
  const alike = [...shared].filter(
    ([entry, count]) => isNamed(entry, path) || count >= present * SHARE_OF_A_REBUILD,
  );
  const counts = new Map(alike);
  return byCloseness([...counts.keys()], path).toSorted(
    (a, b) =>
      Number(isNamed(b, path)) - Number(isNamed(a, path)) ||
      (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
  );
}

function entriesByIdent(index: NotesIndex): ReadonlyMap<number, readonly NotesEntry[]> {
  const known = functionsOf.get(index);
  if (known !== undefined) return known;
  const byIdent = new Map<number, NotesEntry[]>();
  for (const entry of index.entries) {
    for (const { ident } of entry.functions) {
      const same = byIdent.get(ident);
      if (same === undefined) byIdent.set(ident, [entry]);
      else same.push(entry);
    }
  }
  functionsOf.set(index, byIdent);
  return byIdent;
}
