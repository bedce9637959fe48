import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { BenchError } from '../base/bench-error.js';
import { oddKindOfFile, unreadableFile } from './unreadable-file.js';

// Nothing a compiler or its run time writes comes near; a sparse file could claim any size.
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const SCRATCH_BYTES = 256 * 1024;
// Opening must not wait for the other end of a pipe, nor make a terminal ours.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

let scratch: Uint8Array | null = null;

/**
 * The bytes of one regular file, read at once. Pipes, sockets and devices are refused, folders too.
 * Errors: FILE_UNREADABLE.
 */
export function readRegularFile(path: string): Uint8Array {
  return readOpened(path, true);
}

/**
 * The bytes of a file that the listing of its folder calls regular, which is not asked again: with
 * thousands of small files that is a quarter of the time. Errors: FILE_UNREADABLE.
 */
export function readListedFile(path: string): Uint8Array {
  return readOpened(path, false);
}

function readOpened(path: string, asksKind: boolean): Uint8Array {
  let file: number;
  try {
    file = openSync(path, OPEN_FLAGS);
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
  try {
    if (asksKind && !isRegular(file)) throw oddKindOfFile(path);
    return readToEnd(file, path);
  } catch (cause) {
    throw unreadableFile(path, cause);
  } finally {
    closeSync(file);
  }
}

/** A folder passes: reading it fails with the system's own words. */
function isRegular(file: number): boolean {
  const found = fstatSync(file);
  return found.isFile() || found.isDirectory();
}

/** Small files go through one buffer, and a second read proves the end: no size has to be asked. */
function readToEnd(file: number, path: string): Uint8Array {
  let space = (scratch ??= new Uint8Array(SCRATCH_BYTES));
  let size = 0;
  for (;;) {
    const got = readSync(file, space, size, space.length - size, null);
    if (got === 0) return space.slice(0, size);
    size += got;
    if (size > MAX_FILE_BYTES) {
      throw new BenchError('FILE_UNREADABLE', `${path} is too large to be read`, {
        why: `it holds more than ${MAX_FILE_BYTES} bytes`,
      });
    }
    if (size < space.length) continue;
    const wider = new Uint8Array(space.length * 4);
    wider.set(space);
    space = wider;
  }
}
