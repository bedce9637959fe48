import { BenchError } from '../base/bench-error.js';
import { AS_LINKED, type LoadPlace } from '../base/load-place.js';
import type { ObjectReport } from '../gcov/counts-json.js';
import { decodeObjects } from '../gcov/decode-objects.js';
import type { FileCounts, UnitCounts } from '../gcov/file-counts.js';
import { mergeFileCounts } from '../gcov/merge-file-counts.js';
import { mergeUnits } from '../gcov/merge-units.js';
import { nameSources } from '../gcov/name-sources.js';
import { indexNotes } from '../gcov/notes-index.js';
import type { RawObject } from '../gcov/raw-object.js';
import { withoutStaleUnits } from '../gcov/stale-units.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { expectedObjects, type Expectation } from './expected-objects.js';
import { readBytes } from './find-files.js';
import { noteFilesOf, readEach } from './note-files.js';

/** Counts in the coordinates of the build, and how every expected object fared. */
export interface Evidence {
  readonly units: readonly UnitCounts[];
  /** Counts that were decoded by somebody else. */
  readonly counts: readonly FileCounts[];
  readonly objects: readonly ObjectReport[];
  /** What `objects` reports on, in its order. */
  readonly raw: readonly RawObject[];
  readonly warnings: readonly string[];
}

export interface DecodeOptions extends Expectation {
  /** Folders or files with notes. */
  readonly notes: readonly string[];
}

/**
 * Reads an ELF and plans where its counters are; `place` is where it was loaded.
 * Errors: FILE_UNREADABLE, BAD_ELF, NO_COUNTERS.
 */
export async function readPlan(elf: string, place: LoadPlace = AS_LINKED): Promise<CounterPlan> {
  const { planCounters } = await import('../image/plan-counters.js');
  return planCounters(await readBytes(elf), elf, place);
}

/**
 * Objects and ready counts to counts by source. With a plan, objects the build has and the source
 * did not give are `missing`. The same object given twice counts once: two dumps of one boot are
 * never added. Errors: those of decodeObjects unless `partial`, NOTES_MISSING, FILE_UNREADABLE.
 */
export async function decodeEvidence(
  given: readonly RawObject[],
  counts: readonly FileCounts[],
  options: DecodeOptions,
): Promise<Evidence> {
  const { objects, warnings } = await expectedObjects(given, options);
  const hasNothingToDecode = objects.length === 0 && counts.length > 0;
  if (hasNothingToDecode) return { units: [], counts, objects: [], raw: [], warnings };

  const noteFiles = await noteFilesOf(options.notes);
  if (noteFiles.length === 0) throw notesMissing(options.notes);
  const notes = indexNotes(readEach(noteFiles));
  const decoded = decodeObjects(objects, notes, { partial: options.partial });
  const { units, warnings: stale } = withoutStaleUnits(decoded.units);
  return {
    units,
    counts,
    objects: decoded.objects.map(({ path, status, reason }) => ({
      path,
      status,
      reason: reason ?? null,
    })),
    raw: objects,
    warnings: [...warnings, ...decoded.warnings, ...stale, ...sharedNameWarnings(units)],
  };
}

/** All counts by source as the build names it, units and ready counts added up. */
export function mergedCounts({ units, counts }: Evidence): ReadonlyMap<string, FileCounts> {
  const files = mergeUnits(units);
  for (const file of counts) {
    const before = files.get(file.path);
    files.set(file.path, before ? mergeFileCounts(before, file) : file);
  }
  return files;
}

function sharedNameWarnings(units: readonly UnitCounts[]): readonly string[] {
  return nameSources(units).shared.map(
    ({ path, folders }) =>
      `${path}: notes in ${folders.map((folder) => folder || '.').join(' and ')} mean different files by this name and do not say which; they are named by the folders of their notes`,
  );
}

function notesMissing(places: readonly string[]): BenchError {
  return new BenchError('NOTES_MISSING', 'there are no .gcno notes to read the counters with', {
    why:
      places.length === 0
        ? 'no folder with notes was named'
        : `no .gcno file was found in ${places.join(', ')}`,
    hints: ['name the build folder with --notes DIR, or build.notes in the board file'],
  });
}
