import type { Count } from '../base/count.js';
import { toCount } from '../base/count.js';
import { ARC_KIND } from './counter-data.js';
import type {
  CounterSummary,
  FunctionCounters,
  FunctionIdentity,
  KindCounters,
} from './counter-data.js';
import { isAtLeast } from './gcov-version.js';
import { hex, type RecordReader } from './record-reader.js';

const FUNCTION_TAG = 0x01000000;
const COUNTERS_TAG = 0x01a10000;
const KIND_STEP = 0x20000;
const KIND_LIMIT = 16;
const OBJECT_SUMMARY_TAG = 0xa1000000;
const PROGRAM_SUMMARY_TAG = 0xa3000000;

// What a counter would reach in a century at 10 GHz; beyond it lies damage.
const MAX_ARC_COUNT = 2n ** 62n;

// Records of zeros carry a length and no bytes, so the file size does not bound them.
const MAX_ZERO_COUNTERS = 1 << 22;

interface OpenFunction extends FunctionIdentity {
  readonly offset: number;
  readonly counters: KindCounters[];
}

/** Reads the records behind the header of a data image, each in its place or a refusal. */
export class DataBody {
  readonly functions: (FunctionCounters | null)[] = [];
  readonly remarks: string[] = [];
  summary: CounterSummary | null = null;
  private readonly idents = new Set<number>();
  private current: OpenFunction | null = null;
  /** Of the first function, a bit each. */
  private kinds: number | null = null;
  private zeroCounters = 0;

  constructor(private readonly reader: RecordReader) {}

  /** Reads to the end of the image; true when a zero word ended it. */
  readRecords(): boolean {
    const { reader } = this;
    for (;;) {
      const start = reader.offset;
      if (reader.remaining === 0 || this.isFillWithoutEndWord(start)) {
        this.closeFunction();
        return false;
      }
      const tag = reader.word('a record tag');
      if (tag === 0) {
        this.closeFunction();
        this.readFill();
        return true;
      }
      this.readRecord(tag, start);
    }
  }

  private readRecord(tag: number, start: number): void {
    const { reader } = this;
    const length = reader.word('a record length');
    if (tag === FUNCTION_TAG) {
      this.closeFunction();
      reader.enter(length * reader.lengthUnit, 'a function record');
      this.readFunction(start);
    } else if (tag === OBJECT_SUMMARY_TAG || tag === PROGRAM_SUMMARY_TAG) {
      this.closeFunction();
      reader.enter(length * reader.lengthUnit, 'a summary');
      this.readSummary(tag);
    } else if (isCountersTag(tag)) {
      this.readCounters((tag - COUNTERS_TAG) / KIND_STEP, length, start);
    } else if ((tag & 0xffff) === 0) {
      // A record below a function leaves that function open; any other ends it.
      if (tag >>> 24 !== FUNCTION_TAG >>> 24) this.closeFunction();
      reader.enter(length * reader.lengthUnit, 'an unknown record');
      reader.skip();
      this.remarks.push(`a record with the unknown tag ${hex(tag)} at byte ${start} was skipped`);
    } else {
      throw reader.refusal('is damaged', start, 'a record tag', hex(tag));
    }
  }

  private readFunction(start: number): void {
    const { reader } = this;
    if (reader.remaining === 0) {
      reader.leave('a placeholder');
      this.functions.push(null);
      return;
    }
    const ident = reader.word('a function ident');
    const lineChecksum = reader.word('a line checksum');
    const graphChecksum = isAtLeast(reader.version, 4, 7) ? reader.word('a graph checksum') : 0;
    // clang up to 10 repeats the name of the function, in the old layouts.
    if (reader.remaining > 0 && !isAtLeast(reader.version, 5)) reader.text('a function name');
    reader.leave('a function record');
    if (this.idents.has(ident)) {
      throw reader.refusal(
        'holds one function twice',
        start,
        'each function once',
        `ident ${hex(ident)} again`,
      );
    }
    this.idents.add(ident);
    this.current = { ident, lineChecksum, graphChecksum, offset: start, counters: [] };
  }

  private readSummary(tag: number): void {
    const { reader } = this;
    if (reader.version.major >= 9 && tag === OBJECT_SUMMARY_TAG) {
      this.summary = { runs: reader.word('the runs'), sumMax: reader.word('the largest sum') };
      reader.leave('the summary');
    } else {
      reader.skip();
    }
  }

  private readCounters(kind: number, length: number, start: number): void {
    const { reader, current } = this;
    if (current === null) {
      throw reader.refusal(
        'holds counters of no function',
        start,
        'a function record before its counters',
        `counters of kind ${kind}`,
      );
    }
    const previous = current.counters.at(-1);
    if (previous !== undefined && previous.kind >= kind) {
      throw reader.refusal(
        'holds counter records out of order',
        start,
        `a kind above ${previous.kind}`,
        `kind ${kind}`,
      );
    }
    const isZeroRun = length >= 0x80000000 && isAtLeast(reader.version, 11);
    const sizeBytes = (isZeroRun ? 0x100000000 - length : length) * reader.lengthUnit;
    if (sizeBytes % 8 !== 0) {
      throw reader.refusal(
        'holds a counter record of a wrong length',
        start + 4,
        'a multiple of 8 bytes',
        `${sizeBytes} bytes`,
      );
    }
    const values = isZeroRun
      ? this.zeros(sizeBytes / 8, start)
      : readValues(reader, sizeBytes, current.counters.length);
    if (kind === ARC_KIND) this.checkArcCounts(values, start);
    current.counters.push({ kind, values, offset: start });
  }

  private checkArcCounts(values: readonly Count[], start: number): void {
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] ?? 0;
      if (value >= 0 && value < MAX_ARC_COUNT) continue;
      throw this.reader.refusal(
        'holds a count that no board reaches',
        start + 8 + index * 8,
        'an arc counter below 2^62',
        `${BigInt.asUintN(64, BigInt(value))}`,
      );
    }
  }

  private zeros(length: number, start: number): readonly Count[] {
    this.zeroCounters += length;
    if (this.zeroCounters > MAX_ZERO_COUNTERS) {
      throw this.reader.refusal(
        'announces more counters than any object has',
        start + 4,
        `at most ${MAX_ZERO_COUNTERS} counters left out as zero`,
        `${this.zeroCounters}`,
      );
    }
    const values: Count[] = [];
    for (let index = 0; index < length; index += 1) values.push(0);
    return values;
  }

  private closeFunction(): void {
    const { current, reader } = this;
    if (current === null) return;
    let kinds = 0;
    for (const { kind } of current.counters) kinds |= 1 << kind;
    this.kinds ??= kinds;
    if (kinds !== this.kinds) {
      throw reader.refusal(
        'holds a function with other counters than the rest',
        current.offset,
        `counters of kind ${listKinds(this.kinds)}`,
        `kind ${listKinds(kinds)}`,
      );
    }
    this.functions.push(current);
    this.current = null;
  }

  /** Erased flash may follow the last record; less than a word is a cut end word. */
  private isFillWithoutEndWord(start: number): boolean {
    const { reader } = this;
    const sizeBytes = reader.sizeBytes - start;
    if (sizeBytes < 4 || !reader.startsWithOnes(start) || !reader.isFillFrom(start)) return false;
    this.remarks.push(`${sizeBytes} bytes of fill at byte ${start} were ignored`);
    return true;
  }

  private readFill(): void {
    const { reader } = this;
    const start = reader.offset;
    const sizeBytes = reader.remaining;
    if (!reader.isFillFrom(start)) {
      throw reader.refusal(
        'goes on behind its end',
        start,
        'the end of the file or fill of zero or 0xff bytes',
        `${sizeBytes} other bytes`,
      );
    }
    // clang ends with two zero words.
    if (sizeBytes > 4)
      this.remarks.push(`${sizeBytes} bytes of fill at byte ${start} were ignored`);
  }
}

function readValues(reader: RecordReader, sizeBytes: number, index: number): readonly Count[] {
  reader.enter(sizeBytes, index === 0 ? 'counters' : 'further counters');
  const values: Count[] = [];
  for (let at = 0; at < sizeBytes; at += 8) {
    const low = reader.word('a counter');
    const high = reader.word('a counter');
    if (high === 0) values.push(low);
    else if (high < 0x200000) values.push(high * 0x100000000 + low);
    else values.push(toCount(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))));
  }
  reader.leave('the counters');
  return values;
}

function listKinds(kinds: number): string {
  const list = Array.from({ length: KIND_LIMIT }, (_, kind) => kind);
  return list.filter((kind) => (kinds & (1 << kind)) !== 0).join(', ') || '(none)';
}

function isCountersTag(tag: number): boolean {
  const distance = tag - COUNTERS_TAG;
  return distance >= 0 && distance % KIND_STEP === 0 && distance / KIND_STEP < KIND_LIMIT;
}
