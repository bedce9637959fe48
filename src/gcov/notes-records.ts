import type { FunctionIdentity } from './counter-data.js';
import { isAtLeast } from './gcov-version.js';
import { RecordReader } from './record-reader.js';

export const FUNCTION_TAG = 0x01000000;

/** The header of a notes file, and the reader placed behind it. */
export interface NotesHeader {
  readonly reader: RecordReader;
  readonly stamp: number;
  readonly compileDirectory: string | null;
}

/** Reads the header of a notes file. Errors: BAD_NOTES, UNSUPPORTED_FORMAT. */
export function readNotesHeader(bytes: Uint8Array, name: string): NotesHeader {
  const reader = new RecordReader(bytes, name, 'notes');
  const stamp = reader.word('the stamp');
  if (isAtLeast(reader.version, 12)) reader.word('the checksum');
  const compileDirectory = isAtLeast(reader.version, 9)
    ? reader.text('the working directory')
    : null;
  if (isAtLeast(reader.version, 8)) reader.word('the flag for unexecuted blocks');
  return { reader, stamp, compileDirectory };
}

/**
 * Steps to the next record, enters it and gives its tag; 0 at the end of the file, which may be
 * marked by a zero word. The record starts at `reader.recordStart`; the caller leaves or skips it.
 */
export function nextTag(reader: RecordReader): number {
  if (reader.remaining === 0) return 0;
  reader.recordStart = reader.offset;
  const tag = reader.word('a record tag');
  if (tag === 0) {
    if (!reader.isFillFrom(reader.offset)) {
      throw reader.refusal(
        'goes on behind its end',
        reader.recordStart,
        'the end of the file',
        'more bytes',
      );
    }
    return 0;
  }
  reader.enter(reader.word('a record length') * reader.lengthUnit, 'a record');
  return tag;
}

/** The identity words every function record starts with. */
export function readIdentity(reader: RecordReader): FunctionIdentity {
  const ident = reader.word('a function ident');
  const lineChecksum = reader.word('a line checksum');
  const graphChecksum = isAtLeast(reader.version, 4, 7) ? reader.word('a graph checksum') : 0;
  return { ident, lineChecksum, graphChecksum };
}

/**
 * clang gives every function the stamp as its graph checksum, and numbers functions from 0 where
 * the format has no such word (before GCC 4.7). GCC does neither.
 */
export function isClangNotes(
  reader: RecordReader,
  stamp: number,
  functions: readonly FunctionIdentity[],
): boolean {
  if (functions.length === 0) return false;
  return isAtLeast(reader.version, 4, 7)
    ? functions.every((entry) => entry.graphChecksum === stamp)
    : functions.every((entry, index) => entry.ident === index);
}
