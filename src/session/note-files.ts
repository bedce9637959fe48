import { findFiles, kindOfPath, refuseOddKind } from './find-files.js';
import { readListedFile } from './read-regular-file.js';

/** The `.gcno` files in folders, and files named themselves. Errors: FILE_UNREADABLE. */
export async function noteFilesOf(places: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const place of places) {
    if ((await kindOfPath(place)) === 'file') {
      await refuseOddKind(place);
      found.add(place);
    } else for (const file of await findFiles(place, '.gcno')) found.add(file);
  }
  return [...found];
}

/** The files one after the other, so that one at a time is in memory. Errors: FILE_UNREADABLE. */
export function* readEach(
  files: readonly string[],
): Generator<{ readonly path: string; readonly bytes: Uint8Array }> {
  for (const path of files) yield { path, bytes: readListedFile(path) };
}
