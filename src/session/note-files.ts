import { readFileSync } from 'node:fs';
import { BenchError } from '../base/bench-error.js';
import { findFiles, kindOfPath } from './find-files.js';

/** The `.gcno` files in folders, and files named themselves. Errors: FILE_UNREADABLE. */
export async function noteFilesOf(places: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const place of places) {
    const files = (await kindOfPath(place)) === 'file' ? [place] : await findFiles(place, '.gcno');
    for (const file of files) found.add(file);
  }
  return [...found];
}

/** The files one after the other, so that one at a time is in memory. Errors: FILE_UNREADABLE. */
export function* readEach(
  files: readonly string[],
): Generator<{ readonly path: string; readonly bytes: Uint8Array }> {
  for (const path of files) {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(path);
    } catch (cause) {
      throw new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
        why: cause instanceof Error ? cause.message : String(cause),
        cause,
      });
    }
    yield { path, bytes };
  }
}
