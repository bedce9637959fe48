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
