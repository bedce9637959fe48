import type { RawObject } from '../gcov/raw-object.js';
import { addObject } from './add-object.js';
import { ByteSink } from './byte-sink.js';
import type { ArrivingObject, DumpReader, LineRole, ReadDump } from './dump-format.js';
import { readHexText } from './hex-text.js';
import { judgeImage } from './judge-image.js';
import { LinePrefixes } from './line-prefix.js';
import type { LogLine } from './line-splitter.js';
import { mayHoldMarker } from './marker-start.js';
import {
  cutRecords,
  headlessRecord,
  isHexText,
  oddRecord,
  type RecordPiece,
} from './zephyr-records.js';

export const ZEPHYR_START = 'GCOV_COVERAGE_DUMP_START';
export const ZEPHYR_END = 'GCOV_COVERAGE_DUMP_END';

const FAILURE = /No Mem available to continue dump|Write Error on buff|Out of memory!/;
const FOLDED_NAME = /^\*[^\s*<]+$/;
// 16 bytes; logs between the records hold shorter numbers.
const HEX_RUN = /(?:[0-9a-f]{2} ?){16}/i;
const MAX_NAME_CHARS = 4096;
const MAX_RECORD_CHARS = 200_000_000;

interface OpenRecord {
  readonly path: string;
  readonly line: LogLine;
  readonly pieces: string[];
  sizeChars: number;
  problem: string | null;
}

/** Reads one dump of the Zephyr kind; see `zephyr-format.ts`. */
export class ZephyrReader implements DumpReader {
  readonly objects: RawObject[] = [];
  private readonly prefixes = new LinePrefixes();
  private readonly warnings: string[] = [];
  private open: OpenRecord | null = null;
  /** A record's name that a terminal has folded before its end. */
  private foldedName = '';
  private hasEnd = false;
  private hasFailed = false;
  private hasLostRecord = false;

  constructor(
    readonly format: string,
    private readonly source: string,
    private readonly first: LogLine,
    private readonly hasStart: boolean,
  ) {
    const at = first.text.indexOf(ZEPHYR_START);
    if (at > 0) this.prefixes.learn(first.text.slice(0, at));
    if (at >= 0) this.takeBehindStart(first.text.slice(at + ZEPHYR_START.length), first);
  }

  get arriving(): ArrivingObject | null {
    if (this.open === null) return null;
    const { path, pieces, sizeChars } = this.open;
    const charsPerByte = pieces[0]?.startsWith(' ') ? 3 : 2;
    return { path, receivedBytes: Math.floor(sizeChars / charsPerByte), announcedBytes: null };
  }

  take(line: LogLine): LineRole {
    if (line.text.includes(ZEPHYR_START)) return 'next';
    const end = line.text.indexOf(ZEPHYR_END);
    if (end < 0) return this.takeData(line.text, line);
    const before = line.text.slice(0, end);
    if (this.prefixes.readings(before).every((text) => text !== '')) this.takeData(before, line);
    this.closeRecord(null);
    this.hasEnd = true;
    return 'last';
  }

  mayTake(unfinished: string): boolean {
    return (
      [ZEPHYR_START, ZEPHYR_END].some((marker) => mayHoldMarker(unfinished, marker)) ||
      this.prefixes.readings(unfinished).some((text) => text.startsWith('*') || isHexText(text))
    );
  }

  end(cause: string | null): ReadDump {
    if (!this.hasEnd) {
      this.closeRecord(cause ?? 'the log ends in it or before the next record');
    }
    if (!this.hasStart) {
      this.warnings.push(
        `${ZEPHYR_START} is missing before line ${this.first.number}: objects dumped before are lost`,
      );
    }
    return {
      format: this.format,
      firstLine: this.first.number,
      objects: this.objects,
      hasStart: this.hasStart,
      missingEnd: this.hasEnd
        ? null
        : `${ZEPHYR_END} of the dump at line ${this.first.number} is missing`,
      hasFailed: this.hasFailed,
      warnings: this.warnings,
    };
  }

  /** A tag may follow the start, or the first record, whose line end was lost. */
  private takeBehindStart(text: string, line: LogLine): void {
    const { records } = cutRecords(text);
    if (records.length > 0) this.takeRecords(records, line);
    else this.noteLostRecord(text, line);
  }

  /** Hex digits that belong to no record are what is left of one. */
  private noteLostRecord(text: string, line: LogLine): void {
    if (!HEX_RUN.test(text)) return;
    if (!this.hasLostRecord) {
      this.warnings.push(
        `line ${line.number} holds hex digits of a record whose name is lost or damaged`,
      );
    }
    this.hasLostRecord = true;
    this.hasFailed = true;
  }

  private takeData(whole: string, line: LogLine): LineRole {
    for (const text of this.prefixes.readings(whole)) {
      const role = this.takeReading(text, line);
      if (role !== null) return role;
    }
    const { lead, records } = cutRecords(whole);
    if (records.length > 0) {
      this.prefixes.learn(lead);
      return this.takeRecords(records, line);
    }
    if (this.open !== null && /^ ?(?:[0-9a-f]{2} ?){8}/i.test(whole)) {
      this.open.problem ??= `line ${line.number} has other text among its hex digits`;
      return 'payload';
    }
    this.noteLostRecord(whole, line);
    return 'foreign';
  }

  /** Takes one reading of a line, or gives null when it is nothing of this dump. */
  private takeReading(reading: string, line: LogLine): LineRole | null {
    if (reading === '') return 'payload';
    if (reading.startsWith('*')) this.dropFoldedName();
    const text = this.foldedName + reading;
    const { lead, records } = cutRecords(text);
    const isGlued = this.open !== null && isHexText(lead);
    if (records.length > 0 && (lead === '' || isGlued)) {
      this.addPiece(lead);
      return this.takeRecords(records, line);
    }
    if (FOLDED_NAME.test(text.slice(0, MAX_NAME_CHARS)) && text.length < MAX_NAME_CHARS) {
      this.foldedName = text;
      return 'payload';
    }
    const odd = oddRecord(text);
    if (odd !== null) return this.takeRecords([odd], line);
    this.dropFoldedName();
    if (FAILURE.test(text) || (this.open !== null && isHexText(text))) {
      return this.takeContent(text, line);
    }
    const headless = headlessRecord(text);
    if (headless === null) return null;
    this.openRecord(
      headless.path,
      line,
      `the "*" before its name at line ${line.number} is missing`,
    );
    return this.takeContent(headless.content, line);
  }

  private takeRecords(records: readonly RecordPiece[], line: LogLine): LineRole {
    this.foldedName = '';
    for (const { path, content } of records) {
      this.openRecord(path, line, null);
      this.takeContent(content, line);
    }
    return 'payload';
  }

  private takeContent(text: string, line: LogLine): LineRole {
    const failure = FAILURE.exec(text);
    if (failure === null) {
      this.addPiece(text);
      return 'payload';
    }
    this.hasFailed = true;
    if (this.open !== null) {
      this.open.problem ??= `the firmware gave up on it: "${failure[0]}"`;
    }
    this.warnings.push(
      `the firmware said "${failure[0]}" at line ${line.number} and stopped dumping: enlarge ` +
        'CONFIG_COVERAGE_GCOV_HEAP_SIZE, or set it to 0 to print without a buffer',
    );
    return 'payload';
  }

  private openRecord(path: string, line: LogLine, problem: string | null): void {
    this.closeRecord(null);
    this.open = { path, line, pieces: [], sizeChars: 0, problem };
  }

  private addPiece(text: string): void {
    if (this.open === null) return;
    this.open.sizeChars += text.length;
    if (this.open.sizeChars > MAX_RECORD_CHARS)
      this.open.problem ??= 'it is longer than any real one';
    else this.open.pieces.push(text);
  }

  private dropFoldedName(): void {
    if (this.foldedName === '') return;
    this.warnings.push(`the record that starts ${JSON.stringify(this.foldedName)} has no content`);
    this.hasFailed = true;
    this.foldedName = '';
  }

  private closeRecord(cause: string | null): void {
    this.dropFoldedName();
    const { open } = this;
    if (open === null) return;
    this.open = null;
    const { path, line, pieces } = open;
    const origin = {
      source: this.source,
      format: this.format,
      line: line.number,
      offset: line.offset,
    };
    const hex = readHexText(pieces.join(''), pieces.length > 1);
    const sink = new ByteSink();
    if (hex.digits !== null) sink.addHex(hex.digits);
    addObject(
      this.objects,
      judgeImage(path, sink.toBytes(), origin, open.problem ?? cause ?? hex.problem),
    );
  }
}
