import { crc32 } from 'node:zlib';
import type { ObjectOrigin, RawObject } from '../gcov/raw-object.js';
import type { Frame } from './framed-line.js';
import { FramedPieces, type Gap } from './framed-pieces.js';
import { judgeImage } from './judge-image.js';

/** Counters may move while they are sent; more states than this of one object are forgotten. */
const MOST_VERSIONS = 8;
const MOST_GAPS_NAMED = 6;

type EntryFrame = Extract<Frame, { kind: 'name' | 'sent' }>;

interface Version {
  readonly pieces: FramedPieces;
  /** Null until the list or the end of the object told it. */
  sizeBytes: number | null;
  sentSum: number | null;
}

/** Magic word, version, stamp and the word behind them: the same for one unit of one build only. */
const IDENTITY_BYTES = 16;

/**
 * What has arrived of one object of a framed dump. `earlier` is the same object in the dump before:
 * bytes of the same state serve both, and the name when it is the same unit.
 */
export class FramedObject {
  private readonly versions = new Map<number, Version>();
  private readonly name = new FramedPieces();
  private nameBytes: number | null = null;
  private latest: number | null = null;
  private whole: { readonly of: number; readonly bytes: Uint8Array } | null = null;

  private earlier: FramedObject | null;

  constructor(
    readonly index: number,
    earlier: FramedObject | null,
  ) {
    this.earlier = earlier;
    earlier?.letGo();
  }

  /** The state of its counters the board told last, or null. */
  get version(): number | null {
    return this.latest;
  }

  get path(): string {
    return this.fullName() ?? `object ${this.index} of the dump`;
  }

  get isNamed(): boolean {
    return this.fullName() !== null;
  }

  get receivedBytes(): number {
    return this.current?.pieces.receivedBytes ?? 0;
  }

  get sizeBytes(): number | null {
    return this.current?.sizeBytes ?? null;
  }

  /** All bytes came, but they are not what the board summed up: counters moved meanwhile. */
  get hasMoved(): boolean {
    const { current } = this;
    if (current?.sizeBytes == null || this.bytes() !== null) return false;
    return current.pieces.gaps(current.sizeBytes).length === 0;
  }

  /** Gives true when something new came. */
  takeEntry(frame: EntryFrame): boolean {
    const version = this.versionOf(frame.version);
    let isNew = this.latest !== frame.version || version.sizeBytes !== frame.sizeBytes;
    if (this.latest !== frame.version) {
      this.versions.delete(frame.version);
      this.versions.set(frame.version, version);
      this.latest = frame.version;
    }
    version.sizeBytes = frame.sizeBytes;
    if (frame.kind === 'name') {
      this.nameBytes = frame.nameBytes;
      isNew = this.name.add(frame.offset, frame.bytes) || isNew;
    } else {
      isNew = isNew || version.sentSum !== frame.sentSum;
      version.sentSum = frame.sentSum;
    }
    return isNew;
  }

  takeData(frame: Extract<Frame, { kind: 'data' }>): boolean {
    return this.versionOf(frame.version).pieces.add(frame.offset, frame.bytes);
  }

  /** What is missing of its latest state. */
  gaps(): readonly Gap[] {
    const { current } = this;
    if (current?.sizeBytes == null || this.bytes() !== null) return [];
    return current.pieces.gaps(current.sizeBytes);
  }

  /** Forgets the bytes of its latest state, to take them anew. */
  forget(): void {
    this.current?.pieces.clear();
  }

  /**
   * Its image: every byte of one state, with the sum the board gave for that state or for what it
   * sent. The latest such state; null while there is none.
   */
  bytes(): Uint8Array | null {
    if (this.whole !== null && this.whole.of === this.latest) return this.whole.bytes;
    for (const [sum, version] of [...this.versions].reverse()) {
      const bytes = version.sizeBytes === null ? null : version.pieces.whole(version.sizeBytes);
      if (bytes === null || bytes.length === 0) continue;
      const found = crc32(bytes);
      if (found !== sum && found !== version.sentSum) continue;
      if (sum === this.latest) this.whole = { of: sum, bytes };
      return bytes;
    }
    return null;
  }

  judge(origin: ObjectOrigin): RawObject {
    const bytes = this.isNamed ? this.bytes() : null;
    const problem = bytes === null ? this.problem() : null;
    return judgeImage(this.path, bytes ?? new Uint8Array(), origin, problem);
  }

  private get current(): Version | null {
    return this.latest === null ? null : (this.versions.get(this.latest) ?? null);
  }

  private fullName(): string | null {
    const name = this.nameBytes === null ? null : this.name.whole(this.nameBytes);
    if (name !== null) return Buffer.from(name).toString('latin1');
    const { earlier } = this;
    return earlier !== null && this.isSameUnit(earlier) ? earlier.fullName() : null;
  }

  private isSameUnit(other: FramedObject): boolean {
    const mine = this.current?.pieces.at(0)?.subarray(0, IDENTITY_BYTES);
    const theirs = other.current?.pieces.at(0)?.subarray(0, IDENTITY_BYTES);
    if (mine?.length !== IDENTITY_BYTES || theirs === undefined) return false;
    return this.sizeBytes === other.sizeBytes && Buffer.compare(mine, theirs) === 0;
  }

  /** Keeps what it has of the dump before it, and forgets the rest. */
  private letGo(): void {
    const { earlier } = this;
    if (earlier !== null && earlier.nameBytes !== null && this.isSameUnit(earlier)) {
      this.nameBytes ??= earlier.nameBytes;
      this.name.addAll(earlier.name);
    }
    this.earlier = null;
  }

  private problem(): string {
    const { current } = this;
    if (current?.sizeBytes == null) return 'its entry in the list did not arrive';
    if (current.sizeBytes === 0) {
      return 'it was compiled by another GCC than boards/runtime/otto_cov.c, which cannot read it';
    }
    if (!this.isNamed) return 'a part of its name did not arrive';
    const gaps = current.pieces.gaps(current.sizeBytes);
    if (gaps.length === 0)
      return 'its counters moved while it was sent, so its bytes are of no one moment';
    const named = gaps
      .slice(0, MOST_GAPS_NAMED)
      .map(({ from, to }) => `${from} to ${to}`)
      .join(', ');
    const more =
      gaps.length > MOST_GAPS_NAMED ? ` and ${gaps.length - MOST_GAPS_NAMED} more parts` : '';
    return `bytes ${named}${more} of ${current.sizeBytes} did not arrive`;
  }

  private versionOf(sum: number): Version {
    const known = this.versions.get(sum);
    if (known !== undefined) return known;
    const version: Version = { pieces: new FramedPieces(), sizeBytes: null, sentSum: null };
    const before = this.earlier?.versions.get(sum);
    if (before !== undefined) version.pieces.addAll(before.pieces);
    this.versions.set(sum, version);
    if (this.versions.size > MOST_VERSIONS) {
      const [oldest] = [...this.versions.keys()].filter((key) => key !== this.latest);
      if (oldest !== undefined) this.versions.delete(oldest);
    }
    return version;
  }
}
