import { isBenchError } from '../base/bench-error.js';
import type { CounterData } from './counter-data.js';
import type { ObjectReport } from './counts-json.js';
import type { UnitCounts } from './file-counts.js';
import { findNotes } from './find-notes.js';
import { mergeData } from './merge-data.js';
import type { NotesEntry } from './notes-entry.js';
import type { NotesIndex } from './notes-index.js';
import type { RawObject } from './raw-object.js';
import { readData } from './read-data.js';
import { writeData } from './write-data.js';

/** One unit as it is given to a gcov, and what we made of it. */
export interface CheckUnit {
  /** The `.gcda`, or the `.gcno` of a unit without data. */
  readonly name: string;
  readonly notes: Uint8Array;
  readonly notesName: string;
  /** Null for a unit that never ran. */
  readonly data: Uint8Array | null;
  /** Our counts; null for data we refused. */
  readonly counts: UnitCounts | null;
  /** Why we refused the data, else null. */
  readonly refusal: string | null;
}

export interface CheckUnits {
  readonly units: readonly CheckUnit[];
  /** Decoded units that nothing belongs to any more: files that changed meanwhile. */
  readonly lost: readonly UnitCounts[];
}

/**
 * What a gcov has to read to see what we saw: for every unit its notes and its data. Data of one
 * object goes as it came; that of several objects is merged first, as it was for our counts. Refused
 * objects come too, with the notes of their name. `reports` are those of `objects`, in their order.
 */
export function checkUnits(
  objects: readonly RawObject[],
  reports: readonly ObjectReport[],
  units: readonly UnitCounts[],
  index: NotesIndex,
): CheckUnits {
  const counted = new Map<NotesEntry, RawObject[]>();
  const refused: CheckUnit[] = [];
  for (const [position, object] of objects.entries()) {
    const report = reports[position];
    const isCounted = report?.status === 'ok' || report?.status === 'repaired';
    const entry = isCounted
      ? findNotes(index, readData(object.bytes, object.path), object.path)
      : null;
    if (entry !== null) {
      const list = counted.get(entry);
      if (list === undefined) counted.set(entry, [object]);
      else list.push(object);
    } else if (!isCounted && object.bytes.length > 0) {
      const notes = notesOfRefused(index, object);
      if (notes !== null) refused.push(refusedUnit(object, notes, report?.reason ?? 'refused'));
    }
  }
  const unitsByName = new Map<string, UnitCounts[]>();
  for (const unit of units) {
    const list = unitsByName.get(unit.name);
    if (list === undefined) unitsByName.set(unit.name, [unit]);
    else list.push(unit);
  }
  const checked: CheckUnit[] = [];
  for (const entry of index.entries) {
    const sound = counted.get(entry) ?? [];
    const name = sound.at(-1)?.path ?? entry.path;
    const counts = unitsByName.get(name)?.shift();
    if (counts === undefined) continue;
    checked.push({
      name,
      notes: entry.bytes,
      notesName: entry.path,
      data: dataOf(sound),
      counts,
      refusal: null,
    });
  }
  return { units: [...checked, ...refused], lost: [...unitsByName.values()].flat() };
}

function dataOf(objects: readonly RawObject[]): Uint8Array | null {
  const [first] = objects;
  if (first === undefined || objects.length === 1) return first?.bytes ?? null;
  const merged = objects
    .map((object) => readData(object.bytes, object.path))
    .reduce((sum: CounterData, data) => mergeData(sum, data));
  return writeData(merged);
}

function refusedUnit(object: RawObject, notes: NotesEntry, refusal: string): CheckUnit {
  return {
    name: object.path,
    notes: notes.bytes,
    notesName: notes.path,
    data: object.bytes,
    counts: null,
    refusal,
  };
}

/** The notes the tester would give gcov for it: those it fits, else the only ones of its name. */
function notesOfRefused(index: NotesIndex, object: RawObject): NotesEntry | null {
  try {
    const notes = findNotes(index, readData(object.bytes, object.path), object.path);
    if (notes !== null) return notes;
  } catch (error) {
    if (!isBenchError(error)) throw error;
  }
  const named = index.entries.filter((entry) => stemOf(entry.path) === stemOf(object.path));
  return named.length === 1 ? (named[0] ?? null) : null;
}

function stemOf(path: string): string {
  return path.replace(/^.*[\\/#]/s, '').replace(/\.gc(?:da|no)$/, '');
}
