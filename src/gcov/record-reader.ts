import { BenchError, type ErrorCode } from '../base/bench-error.js';
import type { Endian } from '../base/byte-reader.js';
import { printable } from '../base/printable.js';
import { describeVersion, isKnownVersion, lengthUnitBytes, parseVersion } from './gcov-version.js';
import type { GcovVersion } from './gcov-version.js';

export type GcovFileKind = 'notes' | 'data';

const MAGIC: Readonly<Record<GcovFileKind, number>> = { notes: 0x67636e6f, data: 0x67636461 };
const ERROR_CODE: Readonly<Record<GcovFileKind, ErrorCode>> = {
  notes: 'BAD_NOTES',
  data: 'BAD_DATA',
};
const FILE_NOUN: Readonly<Record<GcovFileKind, string>> = {
  notes: 'gcov notes file (.gcno)',
  data: 'gcov data file (.gcda)',
};
const HINTS: Readonly<Record<GcovFileKind, readonly string[]>> = {
  notes: ['copy the .gcno file again from the folder the running firmware was built in'],
  data: ['fetch the counters again; a cut or disturbed transfer damages an image'],
};

/**
 * Walks the 32-bit words, strings and records of one notes or data file. Every read is bounded by
 * the file and by the record entered last; anything that does not fit is a BenchError with the
 * file, the byte offset, what was expected and what was found, and the version in words.
 */
export class RecordReader {
  readonly endian: Endian;
  readonly version: GcovVersion;
  /** Bytes per unit of a record length: 4 up to GCC 11, 1 from 12 on. */
  readonly lengthUnit: 1 | 4;
  offset = 0;
  /** Where the record entered last began, for messages. */
  recordStart = 0;
  private readonly bytes: Buffer;
  private readonly view: DataView;
  private readonly isLittle: boolean;
  private limit: number;
  private lastText = '';
  private lastTextOffset = 0;
  private lastTextSize = -1;

  /** Reads magic and version. Errors: BAD_NOTES or BAD_DATA, UNSUPPORTED_FORMAT. */
  constructor(
    bytes: Uint8Array,
    readonly name: string,
    readonly kind: GcovFileKind,
  ) {
    this.bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.limit = bytes.length;
    const isLittle = readByteOrder(bytes, kind);
    if (isLittle === null) throw this.notOfThisKind();
    this.isLittle = isLittle;
    this.endian = isLittle ? 'little' : 'big';
    this.offset = 4;
    const word = this.word('the version word');
    const version = parseVersion(word);
    if (version === null) {
      throw this.refusal(
        'has no version word',
        4,
        'a version such as "B22*" (GCC 12.2)',
        `"${printable(wordText(word))}" (${hex(word)})`,
      );
    }
    this.version = version;
    this.lengthUnit = lengthUnitBytes(version);
    if (!isKnownVersion(version)) throw this.unsupported();
  }

  get sizeBytes(): number {
    return this.bytes.length;
  }

  /** Bytes up to the end of the record entered, or of the file. */
  get remaining(): number {
    return this.limit - this.offset;
  }

  word(what: string): number {
    const { offset } = this;
    if (offset + 4 > this.limit) throw this.endsInside(what);
    this.offset = offset + 4;
    return this.view.getUint32(offset, this.isLittle);
  }

  /** A string of the format in use, or null for the empty one that ends a list. */
  text(what: string): string | null {
    const start = this.offset;
    const sizeBytes = this.word(what) * this.lengthUnit;
    if (sizeBytes > this.limit - this.offset) {
      throw this.refusal(
        'holds a string longer than its record',
        start,
        `${what} within ${this.remaining} bytes`,
        `a length of ${sizeBytes} bytes`,
      );
    }
    const text = this.textAt(this.offset, sizeBytes);
    this.offset += sizeBytes;
    return text;
  }

  /** Restricts reading to the next `sizeBytes`, the payload of a record. */
  enter(sizeBytes: number, what: string): void {
    if (sizeBytes > this.bytes.length - this.offset) {
      const left = this.bytes.length - this.offset;
      throw this.refusal(
        'ends too early',
        this.offset,
        `${sizeBytes} bytes of ${what}`,
        `${left} bytes to the end of the file`,
      );
    }
    this.limit = this.offset + sizeBytes;
  }

  /** Leaves the record entered; what was not read of it is an error. */
  leave(what: string): void {
    if (this.offset !== this.limit) {
      throw this.refusal(
        'holds a record of a wrong length',
        this.offset,
        `the end of ${what}`,
        `${this.limit - this.offset} more bytes`,
      );
    }
    this.limit = this.bytes.length;
  }

  /** Passes by what the record entered still holds. */
  toEnd(): void {
    this.offset = this.limit;
  }

  /** Leaves the record entered and whatever it holds. */
  skip(): void {
    this.toEnd();
    this.limit = this.bytes.length;
  }

  /** The word at `offset`, which was read before. */
  wordAt(offset: number): number {
    return this.view.getUint32(offset, this.isLittle);
  }

  /** True when the word at `offset` has every bit set, as erased flash has. */
  startsWithOnes(offset: number): boolean {
    return this.view.getUint32(offset, this.isLittle) === 0xffffffff;
  }

  /** True when only bytes of zero or 0xff lie between `offset` and the end of the file. */
  isFillFrom(offset: number): boolean {
    for (let at = offset; at < this.bytes.length; at += 1) {
      const byte = this.bytes[at];
      if (byte !== 0 && byte !== 0xff) return false;
    }
    return true;
  }

  /** An error that names the file, the place, what was expected and what was found. */
  refusal(problem: string, offset: number, expected: string, found: string): BenchError {
    const version = parseVersion(this.offset >= 8 ? this.view.getUint32(4, this.isLittle) : 0);
    const writer = version === null ? '' : `; the file says ${describeVersion(version.word)}`;
    return new BenchError(ERROR_CODE[this.kind], `${printable(this.name)} ${problem}`, {
      why: `${atByte(offset)}: expected ${expected}, found ${found}${writer}`,
      hints: HINTS[this.kind],
    });
  }

  private endsInside(what: string): BenchError {
    const place = this.limit === this.bytes.length ? 'file' : 'record';
    const left =
      this.remaining === 0 ? `the end of the ${place}` : `${this.remaining} bytes to its end`;
    return this.refusal('ends too early', this.offset, `4 bytes of ${what}`, left);
  }

  private textAt(offset: number, sizeBytes: number): string | null {
    if (sizeBytes === 0) return null;
    if (this.isSameText(offset, sizeBytes)) return this.lastText;
    const end = this.bytes.indexOf(0, offset);
    const limit = offset + sizeBytes;
    // Before GCC 12 zero bytes fill the last word.
    const isText = end >= 0 && (this.lengthUnit === 1 ? end === limit - 1 : end < limit);
    if (!isText || !isFill(this.bytes, end, limit)) {
      throw this.refusal(
        'holds a string that is damaged',
        offset - 4,
        `${sizeBytes} bytes that end with the first zero byte`,
        end < 0 || end >= limit ? 'no zero byte' : `a zero byte at byte ${end}`,
      );
    }
    this.lastText = this.bytes.toString('utf8', offset, end);
    this.lastTextOffset = offset;
    this.lastTextSize = sizeBytes;
    return this.lastText;
  }

  /** Most strings repeat the one before: the path of the source. */
  private isSameText(offset: number, sizeBytes: number): boolean {
    if (sizeBytes !== this.lastTextSize) return false;
    const { view, bytes, lastTextOffset } = this;
    let at = sizeBytes;
    for (; at >= 4; at -= 4) {
      if (view.getInt32(offset + at - 4) !== view.getInt32(lastTextOffset + at - 4)) return false;
    }
    for (; at > 0; at -= 1) {
      if (bytes[offset + at - 1] !== bytes[lastTextOffset + at - 1]) return false;
    }
    return true;
  }

  private notOfThisKind(): BenchError {
    const other = this.kind === 'notes' ? 'data' : 'notes';
    const found =
      this.bytes.length === 0
        ? 'an empty file'
        : readByteOrder(this.bytes, other) !== null
          ? `the first word of a ${FILE_NOUN[other]}`
          : `the bytes ${hexBytes(this.bytes.subarray(0, 4))}`;
    return this.refusal(
      `is not a ${FILE_NOUN[this.kind]}`,
      0,
      this.kind === 'notes' ? '"oncg" or "gcno"' : '"adcg" or "gcda"',
      found,
    );
  }

  private unsupported(): BenchError {
    return new BenchError(
      'UNSUPPORTED_FORMAT',
      `${printable(this.name)} was written for a compiler whose layout is not known`,
      {
        why: `${atByte(4)}: expected GCC 4.2 to 16, found ${describeVersion(this.version.word)} (${hex(this.version.word)})`,
        hints: ['build the firmware with a supported compiler: GCC 4.7 to 16, or clang'],
      },
    );
  }
}

function isFill(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] !== 0) return false;
  return true;
}

function readByteOrder(bytes: Uint8Array, kind: GcovFileKind): boolean | null {
  if (bytes.length < 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
  if (view.getUint32(0, true) === MAGIC[kind]) return true;
  if (view.getUint32(0, false) === MAGIC[kind]) return false;
  return null;
}

function wordText(word: number): string {
  return String.fromCharCode(...[24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff));
}

/** A place in a file as it is written in messages: `at byte 26 (0x1a)`. */
export function atByte(offset: number): string {
  return `at byte ${offset} (0x${offset.toString(16)})`;
}

/** A word as it is written in messages: `0x0000002a`. */
export function hex(word: number): string {
  return `0x${word.toString(16).padStart(8, '0')}`;
}

function hexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
