import { statSync } from 'node:fs';
import { isBenchError } from '../base/bench-error.js';
import { exclusionMarkers, type ExclusionMarkers } from '../base/exclusion-markers.js';
import { readRegularFile } from './read-regular-file.js';

// Far beyond any source a person wrote markers in.
const MAX_SOURCE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 10;

/**
 * The exclusion markers of a source file; null when it cannot be read, is not a regular file, is
 * larger than 64 MiB, or has fewer lines than `leastLines`.
 */
export function readMarkers(path: string, leastLines: number): ExclusionMarkers | null {
  const bytes = readSource(path);
  return bytes === null || hasFewerLines(bytes, leastLines) ? null : exclusionMarkers(bytes);
}

function readSource(path: string): Uint8Array | null {
  let size: number;
  try {
    ({ size } = statSync(path));
  } catch {
    return null;
  }
  if (size > MAX_SOURCE_BYTES) return null;
  // What says it is empty and is not, as in /proc, may never end.
  if (size === 0) return new Uint8Array();
  try {
    return readRegularFile(path);
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return null;
  }
}

function hasFewerLines(bytes: Uint8Array, leastLines: number): boolean {
  if (leastLines === 0) return false;
  let lines = bytes.length > 0 && bytes.at(-1) !== LINE_FEED ? 1 : 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    lines += 1;
  }
  return lines < leastLines;
}
