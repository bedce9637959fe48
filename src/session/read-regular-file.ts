import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { BenchError } from '../base/bench-error.js';
import { oddKindOfFile, unreadableFile } from './unreadable-file.js';

// Nothing a compiler or its run time writes comes near; a sparse file could claim any size.
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
// Small files share a piece of memory: one of its own costs more than reading the file.
const SLAB_BYTES = 2 * 1024 * 1024;
const SMALL_FILE_BYTES = 256 * 1024;
// Opening must not wait for the other end of a pipe, nor make a terminal ours.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

let slab = Buffer.alloc(0);
let slabUsedBytes = 0;

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

/** A second read proves the end, so that no size has to be asked for. */
function readToEnd(file: number, path: string): Uint8Array {
  if (slab.length - slabUsedBytes < SMALL_FILE_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    slabUsedBytes = 0;
  }
  const small = slab.subarray(slabUsedBytes, slabUsedBytes + SMALL_FILE_BYTES);
  const size = fill(file, small, 0);
  if (size < small.length) {
    slabUsedBytes += size;
    return small.subarray(0, size);
  }
  return readLarge(file, path, small);
}

function readLarge(file: number, path: string, head: Buffer): Uint8Array {
  let space = head;
  let size = head.length;
  while (size === space.length) {
    if (size > MAX_FILE_BYTES) {
      throw new BenchError('FILE_UNREADABLE', `${path} is too large to be read`, {
        why: `it holds more than ${MAX_FILE_BYTES} bytes`,
      });
    }
    const wider = Buffer.allocUnsafeSlow(space.length * 4);
    space.copy(wider);
    space = wider;
    size = fill(file, space, size);
  }
  return space.subarray(0, size);
}

/** Reads until the space is full or the file ends; gives how far the space is filled. */
function fill(file: number, space: Buffer, start: number): number {
  let size = start;
  while (size < space.length) {
    const got = readSync(file, space, size, space.length - size, null);
    if (got === 0) break;
    size += got;
  }
  return size;
}
