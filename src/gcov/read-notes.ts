import { isAtLeast } from './gcov-version.js';
import type { Notes, NotesArc, NotesCondition, NotesFunction, NotesLocation } from './notes.js';
import {
  FUNCTION_TAG,
  isClangNotes,
  nextRecord,
  readIdentity,
  readNotesHeader,
} from './notes-records.js';
import { hex, type RecordReader } from './record-reader.js';

const BLOCKS_TAG = 0x01410000;
const ARCS_TAG = 0x01430000;
const LINES_TAG = 0x01450000;
const CONDITIONS_TAG = 0x01470000;
const PATHS_TAG = 0x01490000;

// Far beyond any source; a larger number is damage, and gcov itself dies of it.
const MAX_LINE = 1 << 24;

interface OpenFunction extends Omit<NotesFunction, 'blockCount' | 'exitBlock' | 'pathCount'> {
  blockCount: number;
  exitBlock: number;
  pathCount: number | null;
  readonly arcs: NotesArc[];
  readonly locations: NotesLocation[];
  readonly conditions: NotesCondition[];
}

/**
 * Reads a `.gcno` file strictly: layout by its version word, either byte order, GCC and clang.
 * Errors: BAD_NOTES, UNSUPPORTED_FORMAT.
 */
export function readNotes(bytes: Uint8Array, name: string): Notes {
  const { reader, stamp, compileDirectory } = readNotesHeader(bytes, name);
  const open: OpenFunction[] = [];
  // Each block but the exit has records of its own, so the file size bounds their number.
  const body = new NotesBody(reader, reader.sizeBytes / 4);
  for (let record = nextRecord(reader); record !== null; record = nextRecord(reader)) {
    if (record.tag === FUNCTION_TAG) open.push(readFunction(reader, record.offset));
    else body.readPart(open.at(-1) ?? null, record.tag, record.offset);
  }
  const isClang = isClangNotes(reader, stamp, open);
  if (!isClang && open.length > 0 && !isAtLeast(reader.version, 4, 7)) {
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
    functions: open.map((entry) => closeFunction(reader, entry)),
  };
}

function readFunction(reader: RecordReader, offset: number): OpenFunction {
  const { ident, lineChecksum, graphChecksum } = readIdentity(reader);
  const name = reader.text('a function name') ?? '';
  const isArtificial = isAtLeast(reader.version, 8) && reader.word('the artificial flag') !== 0;
  const path = reader.text('a source path') ?? '';
  const startLine = reader.word('the start line');
  let endLine = startLine;
  if (isAtLeast(reader.version, 8)) {
    reader.word('the start column');
    endLine = reader.word('the end line');
  }
  if (isAtLeast(reader.version, 9)) reader.word('the end column');
  reader.leave('a function record');
  return {
    ident,
    lineChecksum,
    graphChecksum,
    exitBlock: 1,
    name,
    isArtificial,
    path,
    startLine,
    endLine,
    offset,
    blockCount: 0,
    pathCount: null,
    arcs: [],
    locations: [],
    conditions: [],
  };
}

class NotesBody {
  constructor(
    private readonly reader: RecordReader,
    private blocksLeft: number,
  ) {}

  /** Reads one record that belongs to a function; unknown records are skipped. */
  readPart(entry: OpenFunction | null, tag: number, offset: number): void {
    const { reader } = this;
    if (![BLOCKS_TAG, ARCS_TAG, LINES_TAG, CONDITIONS_TAG, PATHS_TAG].includes(tag)) {
      if ((tag & 0xffff) !== 0) {
        throw reader.refusal('is damaged', offset, 'a record tag', hex(tag));
      }
      reader.skip();
      return;
    }
    if (entry === null) {
      throw reader.refusal('is damaged', offset, 'a function record first', hex(tag));
    }
    if (tag === BLOCKS_TAG) this.readBlocks(entry, offset);
    else if (tag === ARCS_TAG) this.readArcs(entry);
    else if (tag === LINES_TAG) this.readLines(entry);
    else if (tag === CONDITIONS_TAG) this.readConditions(entry);
    else entry.pathCount = reader.word('a number of paths');
    reader.leave('a record');
  }

  private readBlocks(entry: OpenFunction, offset: number): void {
    const { reader } = this;
    if (entry.blockCount !== 0) {
      throw reader.refusal('is damaged', offset, 'one blocks record', 'a second one');
    }
    if (isAtLeast(reader.version, 8)) {
      entry.blockCount = reader.word('a number of blocks');
    } else {
      entry.blockCount = Math.floor(reader.remaining / 4);
      for (let block = 0; block < entry.blockCount; block += 1) reader.word('block flags');
    }
    this.blocksLeft -= entry.blockCount;
    if (this.blocksLeft < 0) {
      throw reader.refusal(
        'announces more blocks than it can hold',
        offset,
        `at most ${this.blocksLeft + entry.blockCount}`,
        `${entry.blockCount}`,
      );
    }
  }

  private readArcs(entry: OpenFunction): void {
    const { reader } = this;
    const source = this.readBlock(entry, 'the source of arcs');
    while (reader.remaining > 0) {
      const target = this.readBlock(entry, 'the target of an arc');
      entry.arcs.push({ source, target, flags: reader.word('arc flags') });
    }
  }

  private readLines(entry: OpenFunction): void {
    const { reader } = this;
    const block = this.readBlock(entry, 'the block of lines');
    let path = entry.locations.at(-1)?.path ?? entry.path;
    let lines: number[] | null = null;
    for (;;) {
      const { offset } = reader;
      const line = reader.word('a line number');
      if (line === 0) {
        const next = reader.text('a source path');
        if (next === null) return;
        path = next;
        lines = [];
        entry.locations.push({ block, path, lines });
      } else {
        if (line > MAX_LINE) {
          throw reader.refusal(
            'names a line no source has',
            offset,
            `at most ${MAX_LINE}`,
            `${line}`,
          );
        }
        if (lines === null) {
          lines = [];
          entry.locations.push({ block, path, lines });
        }
        lines.push(line);
      }
    }
  }

  private readConditions(entry: OpenFunction): void {
    const { reader } = this;
    while (reader.remaining > 0) {
      const block = this.readBlock(entry, 'the block of a condition');
      const { offset } = reader;
      const termCount = reader.word('a number of terms');
      if (termCount > 64) {
        throw reader.refusal('is damaged', offset, 'at most 64 terms', `${termCount}`);
      }
      entry.conditions.push({ block, termCount });
    }
  }

  private readBlock(entry: OpenFunction, what: string): number {
    const { reader } = this;
    const { offset } = reader;
    const block = reader.word(what);
    if (block >= entry.blockCount) {
      throw reader.refusal(
        'names a block that does not exist',
        offset,
        `${what} below ${entry.blockCount}`,
        `${block}`,
      );
    }
    return block;
  }
}

function closeFunction(reader: RecordReader, entry: OpenFunction): NotesFunction {
  if (!isAtLeast(reader.version, 4, 8)) entry.exitBlock = entry.blockCount - 1;
  if (entry.blockCount < 2) {
    throw reader.refusal(
      'ends inside a function',
      entry.offset,
      'a function with an entry and an exit block',
      `${entry.blockCount} blocks`,
    );
  }
  for (const arc of entry.arcs) {
    if (arc.target === 0 || arc.source === entry.exitBlock) {
      throw reader.refusal(
        'is damaged',
        entry.offset,
        'arcs that neither enter the entry nor leave the exit block',
        `an arc from ${arc.source} to ${arc.target}`,
      );
    }
  }
  return entry;
}
