import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { toCount, type Count } from '../base/count.js';
import type { FileCounts } from './file-counts.js';
import { OpenRecord } from './tracefile-record.js';

const LINE_FEED = 10;
const MAX_LINE = 0x7fffffff;
// 2^64 - 1 has 20 digits; more is no counter.
const MAX_DIGITS = 20;

/**
 * Reads an LCOV tracefile as lcov 1 and 2 and other tools write it: repeated rows and repeated
 * records of one source add up, `-` is a branch never reached, flags before a block number are
 * dropped, a branch named by text counts by its position. A negative count is not believed: it is 0,
 * as in `lcov -a`, and `warn` gets a sentence on all of them. Sources, lines and branches stay in the
 * order first met; rows it has no use for are passed over. Errors: BAD_TRACEFILE with the line, also
 * for a file that ends inside a record.
 */
export function readTracefile(
  bytes: Uint8Array,
  name: string,
  warn: (sentence: string) => void = () => undefined,
): FileCounts[] {
  const reader = new TracefileReader(name);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
  while (start < buffer.length) {
    const feed = buffer.indexOf(LINE_FEED, start);
    const end = feed === -1 ? buffer.length : feed;
    reader.readLine(buffer.toString('utf8', start, end).trim());
    start = end + 1;
  }
  const files = reader.finish();
  const { negativeCount, firstNegativeLine } = reader;
  if (negativeCount > 0) {
    const what = negativeCount === 1 ? 'a count is' : `${negativeCount} counts are`;
    warn(
      `${printable(name)}: ${what} negative, ${negativeCount === 1 ? '' : 'the first '}in line ${firstNegativeLine}: taken as 0, not executed`,
    );
  }
  return files;
}

class TracefileReader {
  negativeCount = 0;
  firstNegativeLine = 0;
  private readonly records = new Map<string, OpenRecord>();
  private current: OpenRecord | null = null;
  private startLine = 0;
  private lineNumber = 0;

  constructor(private readonly name: string) {}

  readLine(text: string): void {
    this.lineNumber += 1;
    if (text === 'end_of_record') {
      this.open(text).close();
      this.current = null;
      return;
    }
    const colon = text.indexOf(':');
    if (colon === -1) return;
    const rest = text.slice(colon + 1);
    switch (text.slice(0, colon)) {
      case 'SF':
        return this.startRecord(rest.trim());
      case 'DA':
        return this.readLineCount(text, rest.split(','));
      case 'BRDA':
        return this.readBranch(text, rest);
      case 'FN':
        return this.readFunction(text, rest);
      case 'FNDA':
        return this.readFunctionCount(text, rest);
      case 'FNL':
        return this.readGroup(text, rest.split(','));
      case 'FNA':
        return this.readGroupMember(text, rest);
      default:
    }
  }

  finish(): FileCounts[] {
    if (this.current !== null) {
      throw this.refusal(
        `${this.name} is cut off: it ends inside a record`,
        `the record that starts at line ${this.startLine} has no end_of_record before the end of the file`,
      );
    }
    if (this.records.size === 0) {
      throw this.refusal(`${this.name} holds no coverage`, 'no SF record was found in it');
    }
    return Array.from(this.records.values(), (record) => record.result());
  }

  private startRecord(path: string): void {
    if (this.current !== null) {
      throw this.refusal(
        `${this.name} lacks the end of a record`,
        `the record that starts at line ${this.startLine} has no end_of_record before line ${this.lineNumber}`,
      );
    }
    if (path === '') throw this.badRow('SF:', 'a path behind SF:');
    let record = this.records.get(path);
    if (record === undefined) {
      record = new OpenRecord(path);
      this.records.set(path, record);
    }
    this.current = record;
    this.startLine = this.lineNumber;
  }

  private readLineCount(row: string, [line = '', count = '']: readonly string[]): void {
    const record = this.open(row);
    record.addLine(this.line(row, line), this.count(row, count));
  }

  private readBranch(row: string, rest: string): void {
    const record = this.open(row);
    const fields = rest.split(',');
    const [line = '', block = ''] = fields;
    // A branch named by text may hold commas: it is what lies between block and count.
    const branch = fields.slice(2, -1).join(',');
    const taken = fields.length > 3 ? (fields.at(-1) ?? '') : '';
    const digits = /^[A-Za-z]*(\d+)$/.exec(block)?.[1];
    if (digits === undefined) throw this.badRow(row, 'a block number');
    record.addBranch(
      this.line(row, line),
      this.number(row, digits, 'a block number'),
      /^\d+$/.test(branch) ? this.number(row, branch, 'a branch number') : branch,
      taken === '-' ? null : this.count(row, taken),
    );
  }

  private readFunction(row: string, rest: string): void {
    const record = this.open(row);
    const match = /^(\d+),(?:(\d+),)?(.+)$/.exec(rest);
    if (match === null) throw this.badRow(row, 'a line and a function name');
    record.addFunction(match[3] ?? '', this.line(row, match[1] ?? ''));
  }

  private readFunctionCount(row: string, rest: string): void {
    const record = this.open(row);
    const comma = rest.indexOf(',');
    if (comma === -1) throw this.badRow(row, 'a count and a function name');
    record.addFunctionCount(rest.slice(comma + 1), this.count(row, rest.slice(0, comma)));
  }

  private readGroup(row: string, [group = '', line = '']: readonly string[]): void {
    this.open(row).startGroup(group, this.line(row, line));
  }

  private readGroupMember(row: string, rest: string): void {
    const record = this.open(row);
    const [group = '', count = '', ...name] = rest.split(',');
    if (name.length === 0) throw this.badRow(row, 'a group, a count and a function name');
    const line = record.groupLine(group);
    if (line === null) throw this.badRow(row, 'the number of an FNL row before');
    record.addFunction(name.join(','), line);
    record.addFunctionCount(name.join(','), this.count(row, count));
  }

  private open(row: string): OpenRecord {
    if (this.current === null) throw this.badRow(row, 'an SF row first');
    return this.current;
  }

  private line(row: string, text: string): number {
    return this.number(row, text, 'a line number');
  }

  private number(row: string, text: string, what: string): number {
    const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Infinity;
    if (value > MAX_LINE) throw this.badRow(row, what);
    return value;
  }

  private count(row: string, text: string): Count {
    const match = /^([+-]?)(\d+)$/.exec(text.trim());
    const digits = match?.[2]?.replace(/^0+(?=\d)/, '');
    if (digits === undefined || digits.length > MAX_DIGITS) throw this.badRow(row, 'a whole count');
    if (match?.[1] !== '-' || digits === '0') return toCount(BigInt(digits));
    this.negativeCount += 1;
    this.firstNegativeLine ||= this.lineNumber;
    return 0;
  }

  private badRow(row: string, expected: string): BenchError {
    const shown = printable(row.length > 80 ? `${row.slice(0, 80)}…` : row);
    return this.refusal(
      `${this.name} is not a sound tracefile`,
      `line ${this.lineNumber}: expected ${expected}, found "${shown}"`,
    );
  }

  private refusal(message: string, why: string): BenchError {
    return new BenchError('BAD_TRACEFILE', printable(message), {
      why: why.startsWith('line ') ? why : `line ${this.lineNumber}: ${why}`,
      hints: [
        'write the tracefile again with lcov; a cut one turns lines that ran into lines not run',
      ],
    });
  }
}
