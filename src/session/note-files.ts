import { statSync, type Stats } from 'node:fs';
import { findFiles } from './find-files.js';
import { readListedFile } from './read-regular-file.js';
import { oddKindOfFile } from './unreadable-file.js';

/** The `.gcno` files in folders, and files named themselves. Errors: FILE_UNREADABLE. */
export async function noteFilesOf(places: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const place of places) {
    const known = statOrNull(place);
    if (known?.isFile()) found.add(place);
    else if (known && !known.isDirectory()) throw oddKindOfFile(place);
    else for (const file of await findFiles(place, '.gcno')) found.add(file);
  }
  return [...found];
}

/** Null for what cannot be looked at; listing it as a folder says why. */
function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** The files one after the other, so that one at a time is in memory. Errors: FILE_UNREADABLE. */
export function* readEach(
  files: readonly string[],
): Generator<{ readonly path: string; readonly bytes: Uint8Array }> {
  for (const path of files) yield { path, bytes: readListedFile(path) };
}
