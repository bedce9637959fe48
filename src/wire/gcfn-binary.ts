import type { BinaryFormat, BinaryReader } from './binary-format.js';
import type { ArrivingObject, ReadDump } from './dump-format.js';
import { GcfnCutter, type Place } from './gcfn-cutter.js';
import { HEADER_BYTES, MAGIC_WORDS, magicAt } from './gcfn-header.js';
import { StreamDump } from './stream-dump.js';

const NAME = 'binary gcfn stream';
/** Memory behind a stream is filled; a byte that slipped in pushes out fewer zeros than this. */
const FILL_BYTES = 32;

/** The stream of GCC 13 and later as it is: over a console, or as a file or memory region. */
export const gcfnBinaryFormat: BinaryFormat = {
  name: NAME,
  triggers: MAGIC_WORDS,
  probe: (bytes) => {
    if (bytes.length < HEADER_BYTES) return 'more';
    return magicAt(bytes, 0) === null ? 'no' : 'yes';
  },
  // An image without a record before it stands on its own, or it is what is left of something else.
  lead: (line, bytes) =>
    // eslint-disable-next-line no-control-regex
    magicAt(bytes, 0)?.kind === 'gcfn' || !/[\u0000-\u0008]/.test(line.toString('latin1'))
      ? 0
      : null,
  open: (source, place) => new GcfnBinary(source, place),
};

class GcfnBinary implements BinaryReader {
  readonly format = NAME;
  private readonly dump: StreamDump;
  private readonly cutter: GcfnCutter;
  private hasEndWord = false;
  /** Size and value of the fill that follows the last object. */
  private fill: { readonly byte: number; sizeBytes: number } | null = null;
  private isStopped = false;
  /** Where the part of the stream that is arriving starts. */
  private part: Place;
  private partStart = 0;

  constructor(source: string, place: Place) {
    this.part = place;
    this.dump = new StreamDump(NAME, source, place);
    this.cutter = new GcfnCutter(
      {
        object: (object) => {
          const offset = this.part.offset + object.streamOffset - this.partStart;
          this.dump.add({ ...object, place: { line: this.part.line, offset } });
          this.dump.doubtLast();
          this.hasEndWord = object.hasEndWord;
        },
        stray: () => (this.isStopped = true),
      },
      false,
    );
  }

  get objects(): StreamDump['objects'] {
    return this.dump.objects;
  }

  get arriving(): ArrivingObject | null {
    const open = this.cutter.arriving;
    return open === null
      ? null
      : { ...open, path: open.path ?? '(no name yet)', announcedBytes: null };
  }

  get mayBeOver(): boolean {
    return this.cutter.isAtEnd && (this.objects.length > 0 || this.cutter.arriving !== null);
  }

  takeBytes(bytes: Uint8Array): Uint8Array | null {
    if (this.fill !== null) return this.takeFill(bytes);
    this.cutter.push(bytes, this.part);
    if (!this.cutter.isStray) return null;
    const rest = this.cutter.takeRest();
    return this.isStopped ? this.judgeRest(rest) : rest;
  }

  resume(place: Place): void {
    this.part = place;
    this.partStart = this.cutter.streamOffset;
    this.isStopped = false;
    this.fill = null;
  }

  drain(): readonly ReadDump[] {
    return this.dump.drain();
  }

  end(cause: string | null): ReadDump {
    if (this.fill !== null && this.fill.sizeBytes < FILL_BYTES) this.spoil();
    this.fill = null;
    this.isStopped = false;
    this.cutter.end(cause ?? 'the log ends');
    if (this.isStopped) this.spoil();
    return this.dump.end({ hasStart: true, missingEnd: null, isOpenEnded: true });
  }

  /** What follows the last object: the console again, fill, or the remains of damage. */
  private judgeRest(rest: Uint8Array): Uint8Array | null {
    this.isStopped = false;
    const [byte = 0] = rest;
    if (byte === 0 || byte === 0xff) {
      this.fill = { byte, sizeBytes: 0 };
      return this.takeFill(rest);
    }
    const isLineEnd = byte === 0x0d || byte === 0x0a;
    const isText = byte === 0x1b || byte === 0x09 || (byte >= 0x20 && byte < 0x7f);
    if (!isLineEnd && !(isText && this.hasEndWord)) this.spoil();
    return rest;
  }

  private takeFill(bytes: Uint8Array): Uint8Array | null {
    const { fill } = this;
    if (fill === null) return bytes;
    const end = bytes.findIndex((byte) => byte !== fill.byte);
    fill.sizeBytes += end < 0 ? bytes.length : end;
    if (end < 0) return null;
    this.fill = null;
    this.spoil();
    return bytes.subarray(end);
  }

  private spoil(): void {
    this.dump.spoilLast(
      `bytes that belong to no object follow it at line ${this.part.line}: some were lost or slipped in before`,
    );
  }
}
