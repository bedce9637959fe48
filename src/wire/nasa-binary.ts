import { addObject } from './add-object.js';
import type { RawObject } from '../gcov/raw-object.js';
import type { BinaryFormat, BinaryReader, Probe } from './binary-format.js';
import { ByteSink } from './byte-sink.js';
import type { ArrivingObject, ReadDump } from './dump-format.js';
import type { Place } from './gcfn-cutter.js';
import { magicAt } from './gcfn-header.js';
import { ImageWalk } from './image-walk.js';
import { doubtfulCount } from './doubtful-count.js';
import { judgeImage } from './judge-image.js';
import { LENGTH_BYTES, possibleLengths } from './nasa-length.js';

const NAME = 'embedded-gcov binary block';
const NAME_END = '.gcda\0';
/** A length below 16 MiB starts with a zero byte. */
const TRIGGER = `${NAME_END}\0`;
const END = 'Gcov End\0';
const MAX_NAME_BYTES = 4096;
const WORD_BYTES = 4;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The memory or file output of NASA's embedded-gcov: for each object its name with a NUL, four length
 * bytes, the image; `Gcov End` with a NUL after the last one. No header, no sum.
 */
export const nasaBinaryFormat: BinaryFormat = {
  name: NAME,
  triggers: [TRIGGER],
  probe: probeBlock,
  lead(line) {
    // The name starts the line; what a prompt leaves before it is no part of a path.
    const text = line.toString('latin1');
    // eslint-disable-next-line no-control-regex
    if (/[\u0000-\u001f]/.test(text) || text.length > MAX_NAME_BYTES) return null;
    const prompt = /^\S{0,40}[>$#] +(?=\S)/.exec(text);
    return text.length - (prompt?.[0].length ?? 0);
  },
  open: (source, place) => new NasaBinary(source, place),
};

/** A name alone may be text; the length and an image after it, or the next name, are not. */
function probeBlock(bytes: Buffer): Probe {
  const start = NAME_END.length + LENGTH_BYTES;
  if (bytes.length < start) return 'more';
  const lengths = possibleLengths(bytes.subarray(NAME_END.length, start));
  if (bytes.length < start + 8) {
    return lengths.some((size) => size <= MAX_BYTES) ? 'more' : 'no';
  }
  if (magicAt(bytes, start) !== null) return 'yes';
  return probeLengths(bytes, start, lengths);
}

const MAX_ODD_BYTES = 64 * 1024;

function probeLengths(bytes: Buffer, start: number, lengths: readonly number[]): Probe {
  // Text does not hold bytes like these, unless noise cut in: nothing else is held back for long.
  const isText = bytes
    .subarray(NAME_END.length, start + 8)
    .some((byte) => byte === 10 || byte === 13);
  if (isText) return 'no';
  let result: Probe = 'no';
  for (const size of lengths) {
    if (size > MAX_ODD_BYTES) continue;
    const next = goesOn(bytes, start + size);
    if (next === 'yes') return 'yes';
    if (next === 'more') result = 'more';
  }
  return result;
}

/** Whether the end or another name lies at `at`. */
function goesOn(bytes: Buffer, at: number): Probe {
  const head = bytes.toString('latin1', at, at + END.length);
  if (head === END) return 'yes';
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(head)) return 'no';
  return head.length < END.length ? 'more' : 'yes';
}

class NasaBinary implements BinaryReader {
  readonly format = NAME;
  readonly objects: RawObject[] = [];
  private readonly sink = new ByteSink();
  private place: Place;
  private hasEnd = false;
  private hasFailed = false;
  private readonly warnings: string[] = [];

  constructor(
    private readonly source: string,
    private readonly first: Place,
  ) {
    this.place = first;
  }

  get mayLeaveRemains(): boolean {
    return this.hasEnd;
  }

  get arriving(): ArrivingObject | null {
    const end = this.sink.view().indexOf(0);
    if (end < 0) return null;
    const path = this.sink.view().toString('latin1', 0, end);
    const receivedBytes = Math.max(0, this.sink.sizeBytes - end - 1 - LENGTH_BYTES);
    return { path, receivedBytes, announcedBytes: null };
  }

  takeBytes(bytes: Uint8Array): Uint8Array | null {
    this.sink.add(bytes);
    while (!this.hasEnd) {
      if (this.takeObject(false) === 0) return null;
    }
    return this.sink.toBytes();
  }

  end(cause: string | null): ReadDump {
    if (!this.hasEnd) {
      while (this.takeObject(true) > 0 && !this.hasEnd);
      this.closeRest(cause ?? 'the block ends');
    }
    return {
      format: NAME,
      firstLine: this.first.line,
      objects: this.objects,
      hasStart: true,
      missingEnd: this.hasEnd
        ? null
        : `"Gcov End" of the block at byte ${this.first.offset} is missing`,
      hasFailed: this.hasFailed,
      warnings: this.warnings,
    };
  }

  /** Takes the next object or the end mark; gives its size, 0 when more bytes are needed. */
  private takeObject(isAll: boolean): number {
    const view = this.sink.view();
    if (view.toString('latin1', 0, END.length) === END) {
      this.hasEnd = true;
      this.sink.drop(END.length);
      return END.length;
    }
    const nameEnd = view.indexOf(NAME_END, 0, 'latin1');
    const start = nameEnd + NAME_END.length + LENGTH_BYTES;
    if (nameEnd < 0 || view.length < start) return 0;
    const lengths = possibleLengths(view.subarray(start - LENGTH_BYTES, start));
    const fitting = fittingEnd(view, start, lengths, isAll);
    if (fitting === 'more') return 0;
    const path = view.toString('latin1', 0, nameEnd + NAME_END.length - 1);
    const end = fitting ?? findNext(view, start, isAll);
    if (end === null) return 0;
    const problem = lengths.includes(end - start)
      ? null
      : `its length bytes do not fit: it ends ${end - start} bytes behind them`;
    this.close(path, view.subarray(start, end), problem);
    this.sink.drop(end);
    this.place = { ...this.place, offset: this.place.offset + end };
    return end;
  }

  private closeRest(cause: string): void {
    const view = this.sink.view();
    const nameEnd = view.indexOf(NAME_END, 0, 'latin1');
    if (nameEnd < 0) {
      if (view.length > 0 && this.objects.length > 0) this.hasFailed = true;
      return;
    }
    const path = view.toString('latin1', 0, nameEnd + NAME_END.length - 1);
    const start = nameEnd + NAME_END.length + LENGTH_BYTES;
    this.close(path, view.subarray(start), `${cause} before its image is whole`);
  }

  private close(path: string, bytes: Uint8Array, problem: string | null): void {
    const origin = { source: this.source, format: NAME, ...this.place };
    // eslint-disable-next-line no-control-regex
    const isName = !/[\u0000-\u001f\u007f]/.test(path) && path.length <= MAX_NAME_BYTES;
    const known = isName ? path : `(object without a name at byte ${this.place.offset})`;
    const reason = problem ?? (isName ? null : 'bytes that are no name come before it');
    const object = judgeImage(known, Uint8Array.from(bytes), origin, reason);
    const doubt = doubtfulCount(object);
    addObject(
      this.objects,
      doubt === null ? object : { ...object, status: 'damaged', reason: doubt },
    );
  }
}

/**
 * Where the object ends whose bytes start at `start`: the one of its possible lengths after which the
 * block goes on. Null when it goes on after none.
 */
function fittingEnd(
  view: Buffer,
  start: number,
  lengths: readonly number[],
  isAll: boolean,
): number | 'more' | null {
  for (const size of lengths) {
    const end = start + size;
    const next = size > MAX_BYTES ? 'no' : goesOn(view, end);
    if (next === 'yes') return earlierEnd(view, start, end) ?? end;
    if (next === 'no') continue;
    if (!isAll) return 'more';
    // The log ends here: its records say whether the object does, too.
    if (view.length === end && walkedEnd(view, start, true) === end) return end;
  }
  return null;
}

/** Where the records end, when that is before `end` and the block goes on there: the length is wrong. */
function earlierEnd(view: Buffer, start: number, end: number): number | null {
  const walked = walkedEnd(view.subarray(0, end + WORD_BYTES), start, false);
  return walked !== null && walked < end && goesOn(view, walked) === 'yes' ? walked : null;
}

function walkedEnd(view: Buffer, start: number, isAll: boolean): number | null {
  const magic = magicAt(view, start);
  if (magic === null) return null;
  const word = magic.isLittle ? view.readUInt32LE(start + 4) : view.readUInt32BE(start + 4);
  const step = new ImageWalk(magic, word).step(view.subarray(start), isAll);
  return step.kind === 'end' ? start + step.at : null;
}

/** Where the block goes on after an object of unknown length. */
function findNext(view: Buffer, start: number, isAll: boolean): number | null {
  const end = view.indexOf(END, start, 'latin1');
  const next = view.indexOf(TRIGGER, start, 'latin1');
  if (end >= 0 && (next < 0 || end < next)) return end;
  if (next < 0 || (!isAll && view.length < next + TRIGGER.length)) return null;
  let at = next;
  while (at > start && isNameByte(view[at - 1])) at -= 1;
  return at;
}

function isNameByte(byte = 0): boolean {
  return byte > 0x20 && byte !== 0x7f;
}
