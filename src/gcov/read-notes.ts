import { isAtLeast } from './gcov-version.js';
import type { Notes } from './notes.js';
import { FUNCTION_TAG, isClangNotes, nextTag, readNotesHeader } from './notes-records.js';
import { OpenNotes } from './open-notes.js';
import { hex } from './record-reader.js';

const BLOCKS_TAG = 0x01410000;
const ARCS_TAG = 0x01430000;
const LINES_TAG = 0x01450000;
const CONDITIONS_TAG = 0x01470000;
const PATHS_TAG = 0x01490000;

/**
 * Reads a `.gcno` file strictly: layout by its version word, either byte order, GCC and clang.
 * Errors: BAD_NOTES, UNSUPPORTED_FORMAT.
 */
export function readNotes(bytes: Uint8Array, name: string): Notes {
  const { reader, stamp, compileDirectory } = readNotesHeader(bytes, name);
  const open = new OpenNotes(reader);
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) readRecord(open, tag);
  const functions = open.close();
  const isClang = isClangNotes(reader, stamp, functions);
  if (!isClang && functions.length > 0 && !isAtLeast(reader.version, 4, 7)) {
    throw reader.refusal(
      'is of a compiler too old to support',
      4,
      'GCC 4.7 or later',
      'older notes',
    );
  }
  return {
    name,
    version: reader.version,
    stamp,
    // clang writes only "." there.
    compileDirectory: compileDirectory === '.' ? null : compileDirectory,
    isClang,
    sources: open.sources,
    functions,
  };
}

/** Reads the record entered; one of an unknown kind is skipped. */
function readRecord(open: OpenNotes, tag: number): void {
  const { reader } = open;
  switch (tag) {
    case ARCS_TAG:
      open.readArcs();
      break;
    case LINES_TAG:
      open.readLines();
      break;
    case FUNCTION_TAG:
      open.readFunction();
      break;
    case BLOCKS_TAG:
      open.readBlocks();
      break;
    case CONDITIONS_TAG:
      open.readConditions();
      break;
    case PATHS_TAG:
      open.readPaths();
      break;
    default:
      if ((tag & 0xffff) !== 0) {
        throw reader.refusal('is damaged', reader.recordStart, 'a record tag', hex(tag));
      }
      reader.skip();
      return;
  }
  reader.leave('a record');
}
