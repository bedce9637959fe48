import type { RawObject } from '../gcov/raw-object.js';
import { addObject } from './add-object.js';
import type { BinaryFormat, BinaryReader } from './binary-format.js';
import { ByteSink } from './byte-sink.js';
import type { ArrivingObject, ReadDump } from './dump-format.js';
import type { Place } from './gcfn-cutter.js';
import { wordAt } from './gcfn-header.js';
import { doubtfulCount } from './doubtful-count.js';
import { judgeImage } from './judge-image.js';

const NAME = 'zephyr shared memory';
const HEAD_BYTES = 16;
const RECORD_HEAD_BYTES = 8;
const MAX_NAME_BYTES = 4096;
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
const VERSION = 1;
/** Fewer bytes behind a block than these are no memory. */
const TAIL_BYTES = 32;

/**
 * Zephyr's shared-memory block (CONFIG_COVERAGE_IVSHMEM), all words of 32 bits: magic `ZCOV`, version,
 * number of records, bytes used; then for each record the sizes of name and image, both, and fill up
 * to a multiple of 4. Names may end in `@@<suite>.<test>`: each test is a dump of its own.
 */
export const zephyrBlockFormat: BinaryFormat = {
  name: NAME,
  triggers: ['ZCOV', 'VOCZ'],
  probe: (bytes) => {
    if (bytes.length < 8) return 'more';
    return wordAt(bytes, 4, isLittle(bytes)) === VERSION ? 'yes' : 'no';
  },
  lead: () => 0,
  open: (source, place) => new ZephyrBlock(source, place),
};

class ZephyrBlock implements BinaryReader {
  readonly format = NAME;
  objects: RawObject[] = [];
  private readonly sink = new ByteSink();
  private readonly ended: ReadDump[] = [];
  private readonly warnings: string[] = [];
  private tag: string | null = null;
  private head: { readonly isLittle: boolean; count: number; used: number } | null = null;
  private takenBytes = 0;
  private isOver = false;
  private hasFailed = false;

  constructor(
    private readonly source: string,
    private readonly first: Place,
  ) {}

  get mayLeaveRemains(): boolean {
    return this.isOver && !this.hasFailed;
  }

  get arriving(): ArrivingObject | null {
    return null;
  }

  takeBytes(bytes: Uint8Array): Uint8Array | null {
    this.sink.add(bytes);
    while (!this.isOver && this.takeNext());
    if (!this.isOver) return null;
    const rest = this.sink.view();
    if (rest.length < TAIL_BYTES && !startsLine(rest) && !this.hasFailed) return null;
    this.judgeTail(rest);
    return this.sink.toBytes();
  }

  drain(): readonly ReadDump[] {
    return this.ended.splice(0);
  }

  end(cause: string | null): ReadDump {
    if (!this.isOver) this.closeRest(cause ?? 'the block ends');
    else if (this.sink.sizeBytes > 0) this.judgeTail(this.sink.view());
    return this.read(
      this.isOver ? null : `the end of the block at byte ${this.first.offset} is missing`,
    );
  }

  /** True when there may be more to take. */
  private takeNext(): boolean {
    const view = this.sink.view();
    if (this.head === null) return this.takeHead(view);
    const { count, used, isLittle: little } = this.head;
    if (this.takenBytes >= used || count === 0) return this.finish(count, used);
    if (view.length < RECORD_HEAD_BYTES) return false;
    const nameBytes = wordAt(view, 0, little);
    const imageBytes = wordAt(view, 4, little);
    const sizeBytes = padded(RECORD_HEAD_BYTES + nameBytes + imageBytes);
    const isOdd = nameBytes === 0 || nameBytes > MAX_NAME_BYTES || imageBytes > MAX_IMAGE_BYTES;
    if (isOdd || this.takenBytes + sizeBytes > padded(used)) {
      return this.stop(`the record at byte ${this.at()} does not fit into the block`);
    }
    if (view.length < sizeBytes) return false;
    this.takeRecord(view, nameBytes, imageBytes, null);
    this.drop(sizeBytes);
    this.head.count -= 1;
    return true;
  }

  private takeHead(view: Buffer): boolean {
    if (view.length < HEAD_BYTES) return false;
    const little = isLittle(view);
    this.head = {
      isLittle: little,
      count: wordAt(view, 8, little),
      used: wordAt(view, 12, little),
    };
    this.drop(HEAD_BYTES);
    return true;
  }

  private takeRecord(
    view: Buffer,
    nameBytes: number,
    imageBytes: number,
    problem: string | null,
  ): void {
    const nameEnd = RECORD_HEAD_BYTES + nameBytes;
    // eslint-disable-next-line no-control-regex
    const name = view.toString('latin1', RECORD_HEAD_BYTES, nameEnd).replace(/\u0000+$/, '');
    const split = name.lastIndexOf('@@');
    const path = split < 0 ? name : name.slice(0, split);
    const tag = split < 0 ? '' : name.slice(split);
    if (this.tag !== null && this.tag !== tag) this.ended.push(this.read(null));
    this.tag = tag;
    // eslint-disable-next-line no-control-regex
    const isName = !/[\u0000-\u001f\u007f]/.test(path);
    const known = isName ? path : `(object without a name at byte ${this.at()})`;
    const origin = {
      source: this.source,
      format: NAME,
      line: this.first.line,
      offset: this.at(),
    };
    const bytes = Uint8Array.from(view.subarray(nameEnd, nameEnd + imageBytes));
    const reason = problem ?? (isName ? null : 'its name is damaged');
    const object = judgeImage(known, bytes, origin, reason);
    const doubt = doubtfulCount(object);
    addObject(
      this.objects,
      doubt === null ? object : { ...object, status: 'damaged', reason: doubt },
    );
  }

  private finish(count: number, used: number): boolean {
    this.isOver = true;
    if (count !== 0 || this.takenBytes < used) {
      this.fail(
        `the block at byte ${this.first.offset} says ${used} bytes and ${count} more records than it has`,
      );
    }
    return false;
  }

  private stop(problem: string): boolean {
    this.isOver = true;
    this.fail(problem);
    this.spoilLast(`${problem}: bytes were lost or slipped in before`);
    return false;
  }

  /** Nothing follows a block, or the console or the rest of its memory; a few bytes were pushed out. */
  private judgeTail(rest: Buffer): void {
    const head = rest.toString('latin1', 0, TAIL_BYTES);
    // eslint-disable-next-line no-control-regex
    const isPushedOut = /^[^\r\n]+(?:\r?\n[\t\r\n\u001b-\u007e]*)?$/.test(head);
    if (startsLine(rest) || rest.length === 0) return;
    if (rest.length < TAIL_BYTES || (isPushedOut && /[\r\n]/.test(head))) {
      this.spoilLast(`bytes that belong to no record follow the block at byte ${this.at()}`);
    }
  }

  private spoilLast(reason: string): void {
    const last = this.objects.at(-1);
    if (last?.status !== 'ok') return;
    this.objects[this.objects.length - 1] = { ...last, status: 'damaged', reason };
  }

  private closeRest(cause: string): void {
    const view = this.sink.view();
    if (this.head === null || view.length < RECORD_HEAD_BYTES) return;
    const nameBytes = wordAt(view, 0, this.head.isLittle);
    if (view.length < RECORD_HEAD_BYTES + nameBytes) return;
    this.takeRecord(view, nameBytes, view.length, `${cause} before its image is whole`);
  }

  private fail(warning: string): void {
    this.hasFailed = true;
    this.warnings.push(warning);
  }

  private read(missingEnd: string | null): ReadDump {
    const { objects } = this;
    this.objects = [];
    return {
      format: NAME,
      firstLine: this.first.line,
      objects,
      hasStart: true,
      missingEnd,
      hasFailed: this.hasFailed,
      warnings: this.warnings.splice(0),
    };
  }

  private drop(sizeBytes: number): void {
    this.sink.drop(sizeBytes);
    this.takenBytes += sizeBytes;
  }

  private at(): number {
    return this.first.offset + this.takenBytes;
  }
}

function startsLine(rest: Buffer): boolean {
  return rest[0] === 0x0d || rest[0] === 0x0a;
}

function isLittle(bytes: Buffer): boolean {
  return bytes[0] === 0x5a;
}

function padded(sizeBytes: number): number {
  return sizeBytes + ((4 - (sizeBytes % 4)) % 4);
}
