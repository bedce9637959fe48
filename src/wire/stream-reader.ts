import type { RawObject } from '../gcov/raw-object.js';
import { Base64Sum } from './base64-sum.js';
import type { ArrivingObject, DumpReader, LineRole, ReadDump } from './dump-format.js';
import { GcfnCutter } from './gcfn-cutter.js';
import { LinePrefixes } from './line-prefix.js';
import type { LogLine } from './line-splitter.js';
import { mayHoldMarker } from './marker-start.js';
import { StreamDump } from './stream-dump.js';
import { findRecord, magicOf, type TextEncoding } from './text-encoding.js';

/** How one system prints a stream of gcfn records and images. */
export interface StreamSyntax {
  readonly name: string;
  readonly encoding: TextEncoding;
  /** Markers around the stream, when its system prints any. */
  readonly start: string | null;
  readonly end: string | null;
  /** A line with the SHA-256 of the text may follow the end marker. */
  readonly hasSum: boolean;
}

const SUM = /GCOV INFO SHA256/;
const SUM_VALUE = /GCOV INFO SHA256 ([A-Za-z0-9+/_-]{43}=)(?![A-Za-z0-9+/_=-])/;
/** No object is shorter in any encoding; shorter runs of digits are part of something else. */
const OBJECT_CHARS = 96;
const RECORD_CHARS = 12;

/** Reads one dump of a stream that is printed as text; see `stream-formats.ts`. */
export class StreamReader implements DumpReader {
  readonly format: string;
  private readonly prefixes = new LinePrefixes();
  private readonly cutter: GcfnCutter;
  private readonly dump: StreamDump;
  private readonly sum: Base64Sum | null;
  /** Digits of a group that is not whole yet. */
  private carry = '';
  private line: LogLine;
  private hasStart = false;
  private hasEnd = false;
  private isClosed = false;
  /** An object came in several lines, so a line of digits may be the rest of one. */
  private isWrapped = false;

  constructor(
    private readonly syntax: StreamSyntax,
    source: string,
    private readonly first: LogLine,
  ) {
    this.format = syntax.name;
    this.line = first;
    this.dump = new StreamDump(syntax.name, source, placeOf(first));
    this.sum = syntax.hasSum ? new Base64Sum() : null;
    this.cutter = new GcfnCutter(
      {
        object: (object) => {
          if (object.place.line !== this.line.number) this.isWrapped = true;
          this.dump.add(object);
        },
        stray: () =>
          this.dump.spoilLast(
            `line ${this.line.number} holds bytes that belong to no object: some were lost or slipped in before`,
          ),
      },
      true,
    );
  }

  get objects(): readonly RawObject[] {
    return this.dump.objects;
  }

  get arriving(): ArrivingObject | null {
    const open = this.cutter.arriving;
    return open === null
      ? null
      : { ...open, path: open.path ?? '(no name yet)', announcedBytes: null };
  }

  get mayBeOver(): boolean {
    if (this.hasEnd) return true;
    const hasObject = this.objects.length > 0 || this.cutter.arriving !== null;
    return !this.hasStart && this.carry === '' && this.cutter.isAtEnd && hasObject;
  }

  get isMarked(): boolean {
    return this.hasEnd;
  }

  take(line: LogLine): LineRole {
    this.line = line;
    if (this.hasEnd) return this.takeSum(line);
    const { start, end } = this.syntax;
    const startAt = start === null ? -1 : line.text.indexOf(start);
    if (start !== null && startAt >= 0) return this.takeStart(line, startAt, start);
    const endAt = end === null ? -1 : line.text.indexOf(end);
    return endAt >= 0 ? this.takeEnd(line, endAt) : this.takeText(line.text, line);
  }

  mayTake(unfinished: string): boolean {
    const { encoding, start, end } = this.syntax;
    const markers = [start, end, this.hasEnd ? '*** GCOV INFO' : null];
    if (markers.some((marker) => marker !== null && mayHoldMarker(unfinished, marker))) return true;
    if (this.mayBeOver) return encoding.starts.some((text) => mayHoldMarker(unfinished, text));
    return this.prefixes.readings(unfinished).some((text) => encoding.clean(text) !== null);
  }

  drain(): readonly ReadDump[] {
    // The sum of a block is of all that is in it.
    return this.sum !== null && this.hasStart && !this.isClosed ? [] : this.dump.drain();
  }

  end(cause: string | null): ReadDump {
    if (!this.hasEnd) this.finish(cause ?? 'the log ends');
    this.isClosed = true;
    const { end } = this.syntax;
    const isMarked = this.hasStart || this.hasEnd;
    const hasStart = this.hasStart || !this.hasEnd;
    if (!hasStart) {
      this.dump.warn(`the beginning of the dump before line ${this.first.number} is missing`);
    }
    const missingEnd =
      this.hasEnd || !isMarked
        ? null
        : `"${end}" of the dump at line ${this.first.number} is missing`;
    return this.dump.end({ hasStart, missingEnd, isOpenEnded: !isMarked });
  }

  private takeStart(line: LogLine, at: number, start: string): LineRole {
    // Unikraft prints it twice.
    if (this.objects.length > 0 || !this.cutter.isBetween) return 'next';
    this.hasStart = true;
    this.prefixes.learn(line.text.slice(0, at));
    const rest = line.text.slice(at + start.length).trim();
    if (rest !== '') this.takeText(rest, line);
    return 'payload';
  }

  private takeEnd(line: LogLine, at: number): LineRole {
    const before = line.text.slice(0, at);
    if (this.prefixes.readings(before).every((text) => text !== '')) this.takeText(before, line);
    this.finish(`the end marker at line ${line.number} comes`);
    this.hasEnd = true;
    return this.sum === null ? 'last' : 'payload';
  }

  private takeSum(line: LogLine): LineRole {
    if (line.text === '') return 'payload';
    if (!SUM.test(line.text)) return 'next';
    const printed = SUM_VALUE.exec(line.text)?.[1];
    if (printed !== undefined && this.sum?.matches(printed) === true) this.hasStart = true;
    else this.failSum(line);
    return 'last';
  }

  private failSum(line: LogLine): void {
    const range = `from line ${this.first.number} on`;
    this.dump.spoilAll(
      `the SHA-256 at line ${line.number} is not that of the text ${range}: something in it was lost or changed`,
    );
  }

  private takeText(text: string, line: LogLine): LineRole {
    for (const reading of this.prefixes.readings(text)) {
      if (reading === '') return 'payload';
      const digits = this.syntax.encoding.clean(reading);
      if (digits !== null && this.isDue(digits)) {
        this.takeDigits(digits, line);
        return 'payload';
      }
    }
    return this.takeMixed(text, line);
  }

  /** False for a line of digits that is more likely a word or number of a log. */
  private isDue(digits: string): boolean {
    const { encoding } = this.syntax;
    if (this.carry !== '' || !this.cutter.isAtEnd || /^[0aA]+=*$/.test(digits)) {
      return this.carry !== '' || !this.cutter.isBetween || this.isWrapped;
    }
    if (magicOf(encoding, digits) !== null) return true;
    if (digits.length <= encoding.wordChars) return false;
    return !this.cutter.isBetween || this.isWrapped || digits.length >= OBJECT_CHARS;
  }

  /** A line that is not of digits alone. */
  private takeMixed(text: string, line: LogLine): LineRole {
    const { encoding } = this.syntax;
    const start = encoding.startPattern.exec(text);
    const from = start === null ? '' : text.slice(start.index);
    const run = digitsAt(encoding, from);
    if (start !== null && magicOf(encoding, run) !== null) {
      this.prefixes.learn(text.slice(0, start.index));
      this.takeDigits(run, line);
      if (encoding.clean(from.trimEnd()) === null) this.break(line);
      return 'payload';
    }
    const longest = longestRun(encoding, text);
    if (!this.cutter.isAtEnd && longest >= 32) {
      this.break(line);
      return 'payload';
    }
    if (longest < OBJECT_CHARS) return 'foreign';
    this.dump.fail(`line ${line.number} holds digits of an object whose beginning is damaged`);
    return 'payload';
  }

  private takeDigits(digits: string, line: LogLine): void {
    const { encoding } = this.syntax;
    const { groupChars } = encoding;
    this.sum?.add(digits);
    let text = this.carry + digits;
    this.carry = '';
    const record = text.length < RECORD_CHARS ? null : findRecord(encoding, text);
    if (record !== null && record.at % groupChars !== 0) {
      const before = text.slice(0, record.at - (record.at % groupChars));
      this.cutter.push(encoding.decode(before), placeOf(line));
      this.cutter.break(`line ${line.number} starts another object`);
      text = text.slice(record.at);
      const whole = text.length - (text.length % groupChars);
      this.cutter.push(
        encoding.decode(text.slice(0, whole)).subarray(record.skipBytes),
        placeOf(line),
      );
      this.carry = text.slice(whole);
      return;
    }
    const isPadded = text.endsWith('=');
    const whole = isPadded ? text.length : text.length - (text.length % groupChars);
    this.cutter.push(encoding.decode(text.slice(0, whole)), placeOf(line));
    this.carry = text.slice(whole);
  }

  private break(line: LogLine): void {
    this.carry = '';
    this.cutter.break(`line ${line.number} has other text among its digits`);
  }

  private finish(cause: string): void {
    const { encoding } = this.syntax;
    if (this.carry !== '') {
      // Base64 may go without padding; a half of a pair is what is left of one.
      if (encoding.groupChars === 4 && this.carry.length > 1) {
        this.cutter.push(encoding.decode(this.carry), placeOf(this.line));
      } else {
        this.cutter.end(cause);
        this.dump.spoilLast(`its digits before line ${this.line.number} are not in pairs`);
      }
      this.carry = '';
    }
    this.cutter.end(cause);
  }
}

function placeOf({ number, offset }: LogLine): { readonly line: number; readonly offset: number } {
  return { line: number, offset };
}

/** The digits text starts with, without spaces between them. */
function digitsAt(encoding: TextEncoding, text: string): string {
  for (const chars of [`${encoding.digits} `, encoding.digits]) {
    const run = new RegExp(`^[${chars}]*={0,2}`).exec(text)?.[0] ?? '';
    const digits = encoding.clean(run.trimEnd());
    if (digits !== null) return digits;
  }
  return '';
}

function longestRun({ digits }: TextEncoding, text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(new RegExp(`[${digits}]+`, 'g'))) {
    longest = Math.max(longest, run.length);
  }
  return longest;
}
