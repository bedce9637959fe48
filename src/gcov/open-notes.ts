import { isAtLeast } from './gcov-version.js';
import { ARC_ON_TREE, type NotesCondition, type NotesFunction } from './notes.js';
import { NotesColumns } from './notes-columns.js';
import { readIdentity } from './notes-records.js';
import { hex, type RecordReader } from './record-reader.js';

// Far beyond any source; a larger number is damage, and gcov itself dies of it.
const MAX_LINE = 1 << 24;
const MAX_TERMS = 64;

interface OpenFunction extends NotesFunction {
  blockCount: number;
  exitBlock: number;
  endArc: number;
  counterCount: number;
  endLocation: number;
  pathCount: number | null;
  readonly conditions: NotesCondition[];
}

/**
 * A notes file while its records are being read, one method a kind of record, each called with the
 * reader inside the record. A million arcs or lines are a few long columns, not a million objects.
 */
export class OpenNotes {
  private readonly columns = new NotesColumns();
  private readonly functions: OpenFunction[] = [];
  private last: OpenFunction | null = null;
  // Each block but the exit has records of its own, so the file size bounds their number.
  private blocksLeft: number;

  constructor(readonly reader: RecordReader) {
    this.blocksLeft = reader.sizeBytes / 4;
  }

  /** Paths of the sources, each once, in the order met. */
  get sources(): readonly string[] {
    return this.columns.sources;
  }

  readFunction(): void {
    const { reader } = this;
    const { ident, lineChecksum, graphChecksum } = readIdentity(reader);
    const name = reader.text('a function name') ?? '';
    const flagOffset = reader.offset;
    const artificial = isAtLeast(reader.version, 8) ? reader.word('the artificial flag') : 0;
    if (artificial > 1) {
      throw reader.refusal(
        'is damaged',
        flagOffset,
        '0 or 1 as the artificial flag',
        `${artificial}`,
      );
    }
    const isArtificial = artificial === 1;
    const path = reader.text('a source path') ?? '';
    const startLine = this.readLine('the start line');
    let endLine = startLine;
    if (isAtLeast(reader.version, 8)) {
      reader.word('the start column');
      const { offset } = reader;
      endLine = this.readLine('the end line');
      if (endLine < startLine) {
        throw reader.refusal(
          'is damaged',
          offset,
          `an end line from ${startLine} on`,
          `${endLine}`,
        );
      }
    }
    if (isAtLeast(reader.version, 9)) reader.word('the end column');
    this.last = {
      ident,
      lineChecksum,
      graphChecksum,
      name,
      isArtificial,
      path,
      source: this.columns.sourceIndex(path),
      startLine,
      endLine,
      blockCount: 0,
      exitBlock: 1,
      arcs: this.columns.arcs,
      firstArc: this.columns.arcCount,
      endArc: this.columns.arcCount,
      counterCount: 0,
      locations: this.columns.locations,
      firstLocation: this.columns.locationCount,
      endLocation: this.columns.locationCount,
      conditions: [],
      pathCount: null,
      offset: reader.recordStart,
    };
    this.functions.push(this.last);
  }

  readBlocks(): void {
    const { reader } = this;
    const entry = this.current();
    if (entry.blockCount !== 0) {
      throw reader.refusal('is damaged', reader.recordStart, 'one blocks record', 'a second one');
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
        reader.recordStart,
        `at most ${this.blocksLeft + entry.blockCount}`,
        `${entry.blockCount}`,
      );
    }
  }

  readArcs(): void {
    const { reader } = this;
    const entry = this.current();
    const { offset } = reader;
    const source = this.readBlock(entry, 'the source of arcs');
    const isFirst = this.columns.arcCount === entry.firstArc;
    const before = isFirst ? -1 : this.columns.lastArcSource;
    if (source <= before) {
      throw reader.refusal(
        'is damaged',
        offset,
        `arcs from a block behind block ${before}`,
        `arcs from block ${source}`,
      );
    }
    while (reader.remaining > 0) {
      const target = this.readBlock(entry, 'the target of an arc');
      const flags = reader.word('arc flags') & 0xff;
      this.columns.addArc(source, target, flags);
      if ((flags & ARC_ON_TREE) === 0) entry.counterCount += 1;
    }
    entry.endArc = this.columns.arcCount;
  }

  readLines(): void {
    const { reader } = this;
    const entry = this.current();
    const block = this.readBlock(entry, 'the block of lines');
    let isOpen = false;
    for (;;) {
      const { offset } = reader;
      const line = reader.word('a line number');
      if (line === 0) {
        const path = reader.text('a source path');
        if (path === null) break;
        this.columns.openLocation(block, this.columns.sourceIndex(path));
        isOpen = true;
        continue;
      }
      if (line > MAX_LINE) {
        throw reader.refusal(
          'names a line no source has',
          offset,
          `at most ${MAX_LINE}`,
          `${line}`,
        );
      }
      if (!isOpen) this.columns.openLocation(block, this.sourceBefore(entry, block, offset));
      isOpen = true;
      this.columns.addLine(line);
    }
    entry.endLocation = this.columns.locationCount;
  }

  readConditions(): void {
    const { reader } = this;
    const entry = this.current();
    while (reader.remaining > 0) {
      const block = this.readBlock(entry, 'the block of a condition');
      const { offset } = reader;
      const termCount = reader.word('a number of terms');
      if (termCount > MAX_TERMS) {
        throw reader.refusal('is damaged', offset, `at most ${MAX_TERMS} terms`, `${termCount}`);
      }
      entry.conditions.push({ block, termCount });
    }
  }

  /** What follows belongs to no function until the next one begins. */
  leaveFunction(): void {
    this.last = null;
  }

  readPaths(): void {
    this.current().pathCount = this.reader.word('a number of paths');
  }

  /** The functions read, each checked to be whole. */
  close(): readonly NotesFunction[] {
    this.columns.close();
    for (const entry of this.functions) this.closeFunction(entry);
    return this.functions;
  }

  private closeFunction(entry: OpenFunction): void {
    const { reader } = this;
    if (!isAtLeast(reader.version, 4, 8)) entry.exitBlock = entry.blockCount - 1;
    if (entry.blockCount < 2) {
      throw reader.refusal(
        'ends inside a function',
        entry.offset,
        'a function with an entry and an exit block',
        `${entry.blockCount} blocks`,
      );
    }
    const { source, target } = this.columns.arcs;
    for (let arc = entry.firstArc; arc < entry.endArc; arc += 1) {
      if (target[arc] !== 0 && source[arc] !== entry.exitBlock) continue;
      throw reader.refusal(
        'is damaged',
        entry.offset,
        'arcs that neither enter the entry nor leave the exit block',
        `an arc from ${source[arc]} to ${target[arc]}`,
      );
    }
  }

  /** The function the record entered belongs to. */
  private current(): OpenFunction {
    if (this.last !== null) return this.last;
    const { reader } = this;
    throw reader.refusal(
      'is damaged',
      reader.recordStart,
      'a function record first',
      hex(reader.wordAt(reader.recordStart)),
    );
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

  private readLine(what: string): number {
    const { reader } = this;
    const { offset } = reader;
    const line = reader.word(what);
    if (line <= MAX_LINE) return line;
    throw reader.refusal('names a line no source has', offset, `at most ${MAX_LINE}`, `${line}`);
  }

  /**
   * The source of lines that come without a path: that of the location before, where gcov knows it. From
   * GCC 8 on it goes by the block, and dies of one that has no location yet.
   */
  private sourceBefore(entry: OpenFunction, block: number, offset: number): number {
    const isFirst = this.columns.locationCount === entry.firstLocation;
    const { reader } = this;
    if (isAtLeast(reader.version, 8) && (isFirst || this.columns.lastLocationBlock !== block)) {
      throw reader.refusal(
        'names a line without its source',
        offset,
        `a path before the first line of block ${block}`,
        `line ${reader.wordAt(offset)}`,
      );
    }
    return isFirst ? entry.source : this.columns.lastLocationSource;
  }
}
