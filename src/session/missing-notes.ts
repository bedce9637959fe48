import { posix } from 'node:path';
import { isBenchError } from '../base/bench-error.js';
import { readNotes } from '../gcov/read-notes.js';
import { indexNotes, type NotesIndex } from '../gcov/notes-index.js';
import type { CounterPlan, PlannedObject } from '../image/counter-plan.js';
import { noteFilesOf, readEach } from './note-files.js';

/** Paths of the planned objects that no notes file below `places` belongs to. */
export async function missingNotes(
  places: readonly string[],
  plan: CounterPlan,
): Promise<readonly string[]> {
  const notes = indexNotes(readEach(await noteFilesOf(places)));
  return plan.objects.filter((object) => !hasNotes(notes, object)).map(({ path }) => path);
}

/** The stamp is of one compilation; random-seed builds share one, so the checksum counts too. */
function hasNotes(notes: NotesIndex, { stamp, checksum }: PlannedObject): boolean {
  const entries = notes.byStamp.get(stamp) ?? [];
  return entries.some((entry) => checksum === null || entry.checksum === checksum);
}

/** File names of the sources that notes speak of; their folders are those of the build machine. */
export async function sourceNames(places: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { path, bytes } of readEach(await noteFilesOf(places))) {
    try {
      for (const source of readNotes(bytes, path).sources) names.add(posix.basename(source));
    } catch (error) {
      // Notes that cannot be read are reported where they are needed.
      if (!isBenchError(error)) throw error;
    }
  }
  return names;
}
