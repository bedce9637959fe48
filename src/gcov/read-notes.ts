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
      // Records that came later are of an unknown kind before.
      if (isAtLeast(reader.version, 14)) open.readConditions();
      else reader.toEnd();
      break;
    case PATHS_TAG:
      if (isAtLeast(reader.version, 15)) open.readPaths();
      else reader.toEnd();
      break;
    default:
      if ((tag & 0xffff) !== 0) {
        throw reader.refusal('is damaged', reader.recordStart, 'a record tag', hex(tag));
      }
      // gcov takes a record that is no part of a function for its end.
      if (!isPartOfFunction(tag)) open.leaveFunction();
      reader.skip();
      return;
  }
  reader.leave('a record');
}

/** A tag below that of a function: its first half 01xx, the lowest bit of that half set. */
function isPartOfFunction(tag: number): boolean {
  return tag >>> 24 === 1 && (tag & 0x1ffff) === 0x10000;
}
