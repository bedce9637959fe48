import { posix } from 'node:path';
import { isBenchError } from '../base/bench-error.js';
import { identityChecksum } from '../gcov/crc32.js';
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

/** A stamp may be shared, by units compiled at once or with a fixed seed: the functions tell. */
function hasNotes(notes: NotesIndex, { stamp, versionWord, functions }: PlannedObject): boolean {
  const entries = notes.byStamp.get(stamp) ?? [];
  const checksum = identityChecksum(functions);
  return entries.some((entry) => entry.versionWord === versionWord && entry.checksum === checksum);
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
