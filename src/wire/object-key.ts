import { readData } from '../gcov/read-data.js';
import { isBenchError } from '../base/bench-error.js';
import type { RawObject } from '../gcov/raw-object.js';
import { isSound } from '../gcov/is-sound.js';
/**
 * Tells objects of a dump apart. The path alone does not: builds that shorten paths give several
 * units the same one. Two sound objects with one key are one unit of one build; an object that is
 * not sound has its path for a key.
 */
export function objectKey(object: RawObject): string {
  if (!isSound(object)) return object.path;
  try {
    const { versionWord, stamp, checksum, functions } = readData(object.bytes, object.path);
    const identities = functions.map((entry) =>
      entry === null ? '-' : `${entry.ident}:${entry.lineChecksum}:${entry.graphChecksum}`,
    );
    return [object.path, versionWord, stamp, checksum, ...identities].join('\0');
  } catch (error) {
    if (isBenchError(error)) return object.path;
    throw error;
  }
}
