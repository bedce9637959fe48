import { closeSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { oddKindOfFile, unreadableFile } from './unreadable-file.js';

/** What a source is on this machine, before its content says what it holds. */
export type SourcePlace = 'standard input' | 'pipe' | 'file' | 'folder';

const STANDARD_INPUT = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];
const HEAD_BYTES = 64 * 1024;

let head: Uint8Array | null = null;

/** Errors: FILE_UNREADABLE (nothing of that name, or a device or socket). */
export function sourcePlace(name: string): SourcePlace {
  if (STANDARD_INPUT.includes(name)) return 'standard input';
  let found: Stats;
  try {
    found = statSync(name);
  } catch (cause) {
    throw unreadableFile(name, cause);
  }
  if (found.isDirectory()) return 'folder';
  if (found.isFile()) return 'file';
  if (found.isFIFO()) return 'pipe';
  throw oddKindOfFile(name);
}

/** The first 64 KiB of a file, or all of it. Errors: FILE_UNREADABLE. */
export function readHead(path: string): Uint8Array {
  try {
    const file = openSync(path, 'r');
    try {
      head ??= new Uint8Array(HEAD_BYTES);
      return head.slice(0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
}
