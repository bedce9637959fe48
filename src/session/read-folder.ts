import { setImmediate } from 'node:timers/promises';
import { basename, dirname, join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { RawObject } from '../gcov/raw-object.js';
import { findFiles, listFiles } from './find-files.js';
import { MANIFEST_FILE } from './manifest-file.js';
import type { FetchedObjects } from './object-files.js';
import { readListedFile } from './read-regular-file.js';
import type { SourcePart } from './source-content.js';
import { splitReadings } from './split-readings.js';

// Read without a pause in which a cancellation could be heard.
const FILES_AT_ONCE = 512;

/**
 * The data files below a folder, those of each run as a reading. A folder that a fetch wrote, also
 * further down, is a reading too, and what the fetch found wrong in it stays wrong. `isNew` says of
 * a file whether no other source has given it. Errors: NO_DUMP_FOUND, those of readFetchedFolder.
 */
export async function readFolder(
  folder: string,
  isNew: (file: string) => boolean,
): Promise<SourcePart> {
  const { files, brokenLinks } = await listFiles(folder, ['.gcda', MANIFEST_FILE]);
  const warnings = brokenLinks
    .filter((link) => link.endsWith('.gcda'))
    .map((link) => `${link} is a link to a file that is gone: not read`);
  const fetched = await fetchedFolders(files);
  const newlyFetched = [...fetched].filter(([place]) => isNew(join(place, MANIFEST_FILE)));
  const data = files.filter((file) => file.endsWith('.gcda') && !isIn(file, fetched));
  if (data.length === 0 && fetched.size === 0) {
    if ((await findFiles(folder, '.gcno')).length > 0) {
      // A build that never ran has notes and no data: that is a result, nothing was executed.
      warnings.push(`there is no .gcda file in ${folder}: nothing of it was executed`);
      return { readings: [], noteFolders: [folder], warnings };
    }
    throw new BenchError('NO_DUMP_FOUND', `there is no .gcda file in ${folder}`, {
      hints: ['name the folder the program wrote its counters to'],
    });
  }
  const single = await readDataFiles(data.filter(isNew));
  const readings = newlyFetched.map(([name, { objects }]) => ({ name, objects }));
  return {
    readings: [...(single.length > 0 ? splitReadings(folder, single) : []), ...readings],
    noteFolders: [folder],
    warnings,
    gaps: newlyFetched.flatMap(([, { gaps }]) => gaps),
  };
}

/** Data files as objects. Errors: FILE_UNREADABLE. */
export async function readDataFiles(files: readonly string[]): Promise<readonly RawObject[]> {
  const objects: RawObject[] = [];
  for (const [index, file] of files.entries()) {
    if (index % FILES_AT_ONCE === FILES_AT_ONCE - 1) await setImmediate();
    objects.push({
      path: file,
      bytes: readListedFile(file),
      status: 'ok',
      origin: { source: file, format: 'gcda file' },
    });
  }
  return objects;
}

async function fetchedFolders(
  files: readonly string[],
): Promise<ReadonlyMap<string, FetchedObjects>> {
  const fetched = new Map<string, FetchedObjects>();
  for (const file of files) {
    if (!file.endsWith(MANIFEST_FILE) || basename(file) !== MANIFEST_FILE) continue;
    // Only such folders need what reads manifests: loading it would double the start of a decode.
    const { readFetchedFolder } = await import('./object-files.js');
    const content = await readFetchedFolder(dirname(file));
    if (content !== null) fetched.set(dirname(file), content);
  }
  return fetched;
}

function isIn(file: string, folders: ReadonlyMap<string, unknown>): boolean {
  if (folders.size === 0) return false;
  for (let place = dirname(file); ; place = dirname(place)) {
    if (folders.has(place)) return true;
    if (place === dirname(place)) return false;
  }
}
