import { isBenchError } from '../base/bench-error.js';
import type { BuildLine, UnitCounts } from '../gcov/file-counts.js';
import type { ThrowBranches } from '../gcov/leave-out-marked.js';
import { readNotes } from '../gcov/read-notes.js';
import { throwBranches } from '../gcov/throw-branches.js';
import { readRegularFile } from './read-regular-file.js';

/** A source as one of its units names it. */
export interface UnitSource {
  readonly unit: UnitCounts;
  readonly path: string;
  /** Its name in the result. */
  readonly name: string;
}

/**
 * Which branches of some sources are ways of exceptions, by the notes of their units; where two units
 * differ, a branch counts as one only if both say so. A source is missing when no notes tell. Reads
 * the notes again, which only sources that exclude such branches are worth.
 */
export function throwsOfSources(sources: Iterable<UnitSource>): ReadonlyMap<string, ThrowBranches> {
  const found = new Map<string, Map<BuildLine, readonly boolean[]>>();
  let last: UnitCounts | null = null;
  let ofLast: ReadonlyMap<string, ThrowBranches> = new Map();
  for (const { unit, path, name } of sources) {
    if (unit !== last) ofLast = throwsOfUnit(unit);
    last = unit;
    const lines = ofLast.get(path);
    if (lines === undefined) continue;
    const all = found.get(name) ?? new Map<BuildLine, readonly boolean[]>();
    for (const [line, isThrow] of lines) all.set(line, both(all.get(line), isThrow));
    found.set(name, all);
  }
  return found;
}

/** Nothing for notes that are gone or not sound: the branches then stay, which is told. */
function throwsOfUnit({ notesPath }: UnitCounts): ReadonlyMap<string, ThrowBranches> {
  if (notesPath === undefined) return new Map();
  try {
    return throwBranches(readNotes(readRegularFile(notesPath), notesPath));
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return new Map();
  }
}

function both(a: readonly boolean[] | undefined, b: readonly boolean[]): readonly boolean[] {
  if (a === undefined) return b;
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.map((isThrow, branch) => isThrow && short[branch] !== false);
}
