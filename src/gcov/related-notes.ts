import { byCloseness, nameOf } from './choose-notes.js';
import type { CounterData, FunctionIdentity } from './counter-data.js';
import type { NotesEntry } from './notes-entry.js';
import type { NotesIndex } from './notes-index.js';

// Of units that only include the same headers fewer functions are the same.
const SHARE_OF_A_REBUILD = 2 / 3;
// A function of more units than this is in a header and tells nothing.
const MOST_UNITS = 16;

interface KnownNotes {
  readonly byIdent: ReadonlyMap<number, readonly NotesEntry[]>;
  readonly byName: ReadonlyMap<string, readonly NotesEntry[]>;
}

const knownOf = new WeakMap<NotesIndex, KnownNotes>();

/**
 * Notes that do not fit a data image but are of the same source in another build: those that have
 * most of its functions, or some of them and its name. GCC derives idents from names, so they
 * survive a rebuild. Those of its name come first, then the most alike.
 */
export function relatedNotes(
  index: NotesIndex,
  data: CounterData,
  path: string,
): readonly NotesEntry[] {
  const { byIdent, byName } = knownNotes(index);
  const functions = data.functions.filter((entry) => entry !== null);
  const named = (byName.get(nameOf(path)) ?? []).filter((entry) => shares(entry, functions));
  const shared = new Map<NotesEntry, number>();
  let telling = 0;
  for (const { ident } of functions) {
    const entries = byIdent.get(ident) ?? [];
    if (entries.length > MOST_UNITS) continue;
    telling += 1;
    for (const entry of entries) shared.set(entry, (shared.get(entry) ?? 0) + 1);
  }
  const alike = [...shared]
    .filter(([entry, count]) => count >= telling * SHARE_OF_A_REBUILD && !named.includes(entry))
    .toSorted(([, a], [, b]) => b - a)
    .map(([entry]) => entry);
  return [...byCloseness(named, path), ...alike];
}

function shares(entry: NotesEntry, functions: readonly FunctionIdentity[]): boolean {
  const idents = new Set(functions.map(({ ident }) => ident));
  return entry.functions.some(({ ident }) => idents.has(ident));
}

function knownNotes(index: NotesIndex): KnownNotes {
  const known = knownOf.get(index);
  if (known !== undefined) return known;
  const byIdent = new Map<number, NotesEntry[]>();
  const byName = new Map<string, NotesEntry[]>();
  for (const entry of index.entries) {
    push(byName, nameOf(entry.path), entry);
    for (const { ident } of entry.functions) push(byIdent, ident, entry);
  }
  knownOf.set(index, { byIdent, byName });
  return { byIdent, byName };
}

function push<Key>(map: Map<Key, NotesEntry[]>, key: Key, entry: NotesEntry): void {
  const same = map.get(key);
  if (same === undefined) map.set(key, [entry]);
  else same.push(entry);
}
