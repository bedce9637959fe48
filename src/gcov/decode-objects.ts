import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { countUnit, type CountedUnit } from './count-unit.js';
import type { CounterData } from './counter-data.js';
import type { ObjectReport } from './counts-json.js';
import type { UnitCounts } from './file-counts.js';
import { FIXED_SEED_STAMP, findNotes, isFixedStamp } from './find-notes.js';
import { mergeData } from './merge-data.js';
import type { NotesEntry } from './notes-entry.js';
import type { NotesIndex } from './notes-index.js';
import type { RawObject } from './raw-object.js';
import { readData } from './read-data.js';
import { readNotes } from './read-notes.js';

export interface DecodeResult {
  /** One per notes file, in the order of the index; those without data count zero. */
  readonly units: readonly UnitCounts[];
  /** What became of every object, in the order given. */
  readonly objects: readonly ObjectReport[];
  readonly warnings: readonly string[];
}

export interface DecodeOptions {
  /** Go on without the objects that cannot be believed, and say so, instead of refusing. */
  readonly partial: boolean;
}

interface Judged {
  readonly object: RawObject;
  data: CounterData | null;
  notes: NotesEntry | null;
  error: BenchError | null;
}

/**
 * Decodes `.gcda` images to counts. Objects find their notes by stamp and functions; several objects
 * of one unit are added by the rules of their counters. An object without notes is reported as
 * `unknown`. Errors: without `partial` DAMAGED_DUMP for an object that did not arrive whole, and
 * BAD_DATA, BAD_NOTES, BUILD_MISMATCH, UNSUPPORTED_FORMAT; always NOTES_MISSING when no object has
 * notes.
 */
export function decodeObjects(
  objects: readonly RawObject[],
  notes: NotesIndex,
  options: DecodeOptions,
): DecodeResult {
  const judged = objects.map((object) => judge(object, notes));
  const counted = countUnits(judged, notes);
  const failed = judged.filter(({ error }) => error !== null);
  if (!options.partial) refuseFailed(failed);
  refuseWithoutNotes(judged, notes);
  return {
    units: counted.units,
    objects: judged.map(report),
    warnings: [
      ...judged.flatMap(remarks),
      ...fixedStampWarning(judged, notes),
      ...notes.unreadable.map(({ error }) => `${error.message}: not used (${error.why ?? ''})`),
      ...counted.warnings,
    ],
  };
}

function judge(object: RawObject, notes: NotesIndex): Judged {
  const judged: Judged = { object, data: null, notes: null, error: null };
  const { path, status } = object;
  if (status === 'damaged' || status === 'missing') {
    judged.error = new BenchError(
      'DAMAGED_DUMP',
      `${printable(path)} ${status === 'missing' ? 'is missing from the dump' : 'arrived damaged'}`,
      {
        why: object.reason ?? `found in ${printable(object.origin.source)}`,
        hints: ['fetch the counters again', 'or go on without this object: --partial'],
      },
    );
    return judged;
  }
  if (status === 'unknown') return judged;
  attempt(judged, () => {
    judged.data = readData(object.bytes, path);
    judged.notes = findNotes(notes, judged.data, path);
  });
  return judged;
}

function attempt(judged: Judged, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!isBenchError(error)) throw error;
    judged.error = error;
  }
}

/** Counts every unit of the notes, with the data of its objects or as never run. */
function countUnits(
  judged: readonly Judged[],
  notes: NotesIndex,
): { units: UnitCounts[]; warnings: string[] } {
  const byNotes = new Map<NotesEntry, Judged[]>();
  for (const one of judged) {
    if (one.notes === null || one.error !== null) continue;
    const list = byNotes.get(one.notes);
    if (list === undefined) byNotes.set(one.notes, [one]);
    else list.push(one);
  }
  const units: UnitCounts[] = [];
  const warnings: string[] = [];
  for (const entry of notes.entries) {
    const counted = countWithData(entry, byNotes.get(entry) ?? []) ?? countWithout(entry, warnings);
    if (counted === null) continue;
    units.push(counted.counts);
    warnings.push(...counted.warnings);
  }
  return { units, warnings };
}

function countWithData(entry: NotesEntry, judged: readonly Judged[]): CountedUnit | null {
  let sum: CounterData | null = null;
  let counted: CountedUnit | null = null;
  for (const one of judged) {
    attempt(one, () => {
      if (one.data === null) return;
      const merged = sum === null ? one.data : mergeData(sum, one.data);
      counted = countUnit(readNotes(entry.bytes, entry.path), merged, one.object.path);
      sum = merged;
    });
  }
  return counted;
}

function countWithout(entry: NotesEntry, warnings: string[]): CountedUnit | null {
  try {
    return countUnit(readNotes(entry.bytes, entry.path), null, entry.path);
  } catch (error) {
    if (!isBenchError(error)) throw error;
    warnings.push(`${error.message}: its sources are not counted (${error.why ?? ''})`);
    return null;
  }
}

function refuseFailed(failed: readonly Judged[]): void {
  const [first] = failed;
  if (!first?.error) return;
  if (failed.length === 1) throw first.error;
  const others = failed.slice(1, 9).map(({ error }) => error?.message ?? '');
  const rest = failed.length - 1 - others.length;
  throw new BenchError(
    first.error.code,
    `${failed.length} objects cannot be used; ${first.error.message}`,
    {
      why: [first.error.why ?? '', ...others, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
      hints: first.error.hints,
      cause: first.error,
    },
  );
}

function refuseWithoutNotes(judged: readonly Judged[], notes: NotesIndex): void {
  const readable = judged.filter(({ data }) => data !== null);
  const first = readable[0];
  if (first === undefined || readable.some((one) => one.notes !== null || one.error !== null))
    return;
  throw new BenchError('NOTES_MISSING', 'none of the objects has its notes file (.gcno)', {
    why: `${readable.length} objects, the first is ${printable(first.object.path)}; ${notes.entries.length} notes files were looked at`,
    hints: ['give the build folder of the firmware that runs on the board: --notes DIR'],
  });
}

function report({ object, data, notes, error }: Judged): ObjectReport {
  const { path, status, reason } = object;
  if (status === 'missing' || status === 'damaged') {
    return { path, status, reason: reason ?? error?.message ?? null };
  }
  if (error !== null) {
    // Sound data of another build is `unknown`, not damaged.
    const refused = error.code === 'BAD_DATA' ? 'damaged' : 'unknown';
    return { path, status: refused, reason: `${error.message}: ${error.why ?? ''}` };
  }
  if (data !== null && notes === null) {
    return { path, status: 'unknown', reason: 'no notes file (.gcno) has its stamp' };
  }
  return { path, status, reason: reason ?? null };
}

function remarks({ object, data, notes, error }: Judged): readonly string[] {
  if (data === null || error !== null) return [];
  const texts = (data.remarks ?? []).map((remark) => `${object.path}: ${remark}`);
  return notes === null
    ? [...texts, `${object.path}: no notes file (.gcno) belongs to it, so it is not counted`]
    : texts;
}

/** Says when the functions had to tell what the stamp could not. */
function fixedStampWarning(judged: readonly Judged[], notes: NotesIndex): readonly string[] {
  const found = judged.filter((one) => one.notes && isFixedStamp(notes, one.notes.stamp));
  const [first] = found;
  if (!first?.notes) return [];
  const how = 'their notes were found by the checksums of their functions';
  return first.notes.stamp === FIXED_SEED_STAMP
    ? [
        `${found.length} objects were built with a fixed random seed, so their stamps do not tell builds apart; ${how}`,
      ]
    : [`all notes have one stamp, so it does not tell builds apart; ${how}`];
}
