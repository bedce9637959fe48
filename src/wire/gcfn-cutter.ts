import { ByteSink } from './byte-sink.js';
import {
  findMagic,
  HEADER_BYTES,
  magicAt,
  mayBecomeMagic,
  wordAt,
  type Magic,
} from './gcfn-header.js';
import { ImageWalk } from './image-walk.js';

/** Where something starts, for messages. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

/** One object of a stream; its path is null when the stream does not name it. */
export interface CutObject {
  readonly path: string | null;
  readonly bytes: Uint8Array;
  readonly place: Place;
  /** Bytes of the stream before it. */
  readonly streamOffset: number;
  /** Why it is damaged, as far as that shows in the stream. */
  readonly problem: string | null;
  readonly hasEndWord: boolean;
}

export interface CutterEvents {
  object(object: CutObject): void;
  /** Bytes that belong to no object start here; what follows is passed over up to the next one. */
  stray(place: Place): void;
}

const MAX_NAME_BYTES = 4096;
// A stream of records; an image without a record before it may stand at its start only.
const NEXT: readonly Magic['kind'][] = ['gcfn'];

interface OpenImage {
  readonly path: string | null;
  readonly place: Place;
  /** Size of the record before the image. */
  readonly start: number;
  readonly walk: ImageWalk;
  /** Up to where the next record was looked for. */
  searched: number;
}

/**
 * Cuts a stream of gcfn records, each with its `.gcda` image, into objects (libgcc's
 * `__gcov_filename_to_gcfn` and `__gcov_info_to_gcda`, GCC 13 and later). A name record is magic,
 * version, length and name with its NUL; the image that follows is not aligned.
 */
export class GcfnCutter {
  private readonly sink = new ByteSink();
  private image: OpenImage | null = null;
  private isLost = false;
  private droppedBytes = 0;
  private place: Place = { line: 0, offset: 0 };

  /** `passesStray`: bytes that belong to no object are passed over, else they stop it. */
  constructor(
    private readonly events: CutterEvents,
    private readonly passesStray: boolean,
  ) {}

  /** True between two objects, when nothing of the next one has arrived. */
  get isBetween(): boolean {
    return !this.isLost && this.image === null && this.sink.sizeBytes === 0;
  }

  /** True where an object is over, or may be: its image has no end word and ends here, or goes on. */
  get isAtEnd(): boolean {
    if (this.isLost || this.image === null) return this.isBetween;
    return this.image.walk.endsAt(this.sink.sizeBytes - this.image.start);
  }

  get isStray(): boolean {
    return this.isLost;
  }

  get arriving(): { readonly path: string | null; readonly receivedBytes: number } | null {
    if (this.image === null) return null;
    const receivedBytes = this.sink.sizeBytes - this.image.start;
    return { path: this.image.path, receivedBytes };
  }

  /** Takes bytes that came at `place`. */
  push(bytes: Uint8Array, place: Place): void {
    if (this.sink.sizeBytes === 0) this.place = place;
    this.sink.add(bytes);
    this.advance(false, place);
  }

  /** The stream broke here: what is open is damaged. */
  break(problem: string): void {
    this.closeOpen(problem);
    this.drop(this.sink.sizeBytes);
    this.isLost = false;
  }

  /** The stream is over: what is open is damaged, unless it may end here. */
  end(cause: string): void {
    this.advance(true, this.place, cause);
  }

  /** Bytes of the stream before those that are open. */
  get streamOffset(): number {
    return this.droppedBytes;
  }

  /** What was taken since the last object, and is part of none; a fresh start. */
  takeRest(): Uint8Array {
    const rest = this.sink.toBytes();
    this.drop(rest.length);
    this.isLost = false;
    return rest;
  }

  private closeOpen(problem: string): void {
    const { image } = this;
    if (image !== null) this.close(image, this.sink.sizeBytes - image.start, problem, false);
    else if (this.sink.sizeBytes > 0 && !this.isLost) this.giveUp(null, problem);
  }

  private advance(isAll: boolean, place: Place, cause = ''): void {
    while (this.step(isAll, cause)) this.place = place;
  }

  /** True when there may be more to do. */
  private step(isAll: boolean, cause: string): boolean {
    if (this.isLost) return this.passesStray && this.search();
    if (this.image !== null) return this.takeImage(this.image, isAll, cause);
    return this.takeHeader(isAll, cause);
  }

  private search(): boolean {
    const view = this.sink.view();
    const at = findMagic(view, 0, NEXT);
    if (at >= 0) this.isLost = false;
    this.drop(at >= 0 ? at : Math.max(0, view.length - HEADER_BYTES + 1));
    return at >= 0;
  }

  private takeHeader(isAll: boolean, cause: string): boolean {
    const view = this.sink.view();
    if (view.length === 0) return false;
    const magic = magicAt(view, 0);
    if (magic === null) {
      if (!isAll && mayBecomeMagic(view, 0)) return false;
      this.isLost = true;
      this.events.stray(this.place);
      return true;
    }
    if (magic.kind === 'gcfn') return this.takeName(view, magic, isAll, cause);
    return this.openImage(null, 0, magic);
  }

  private takeName(view: Buffer, magic: Magic, isAll: boolean, cause: string): boolean {
    const nameStart = HEADER_BYTES + 4;
    const hasLength = view.length >= nameStart;
    const sizeBytes = hasLength ? wordAt(view, HEADER_BYTES, magic.isLittle) : 0;
    const end = nameStart + sizeBytes;
    if (sizeBytes > MAX_NAME_BYTES) {
      return this.giveUp(null, `the length of its name, ${sizeBytes}, is damaged`);
    }
    if (!hasLength || view.length < end + HEADER_BYTES) {
      return isAll && this.giveUp(null, `${cause} before its image comes`);
    }
    const name = readName(view, nameStart, end);
    const image = magicAt(view, end);
    if (name === undefined) return this.giveUp(null, 'its name is damaged');
    if (image?.kind !== 'gcda' || image.isLittle !== magic.isLittle) {
      return this.giveUp(name, 'no .gcda image follows its name');
    }
    if (wordAt(view, 4, magic.isLittle) !== wordAt(view, end + 4, magic.isLittle)) {
      return this.giveUp(name, 'its name record and its image are of different GCC versions');
    }
    return this.openImage(name, end, magic);
  }

  private openImage(path: string | null, start: number, magic: Magic): boolean {
    const versionWord = wordAt(this.sink.view(), start + 4, magic.isLittle);
    const walk = new ImageWalk(magic, versionWord);
    this.image = { path, place: this.place, start, walk, searched: start + HEADER_BYTES };
    return true;
  }

  private takeImage(image: OpenImage, isAll: boolean, cause: string): boolean {
    const view = this.sink.view();
    const { start } = image;
    const next = findMagic(view, image.searched, NEXT);
    image.searched = Math.max(image.searched, view.length - HEADER_BYTES + 1);
    const bytes = view.subarray(start, next >= 0 ? next : view.length);
    const step = image.walk.step(bytes, isAll || next >= 0);
    if (step.kind === 'end') {
      if (!isAll && next < 0 && mayHoldNext(view, start + step.at)) return false;
      return this.close(image, step.at, null, step.hasEndWord);
    }
    if (step.kind === 'problem') {
      this.close(image, step.at, step.problem, false);
      this.isLost = true;
      return true;
    }
    if (next >= 0) {
      return this.close(image, bytes.length, 'the next object starts before its end', false);
    }
    return isAll && this.close(image, bytes.length, `${cause} before its image is whole`, false);
  }

  private close(
    { path, place, start }: OpenImage,
    sizeBytes: number,
    problem: string | null,
    hasEndWord: boolean,
  ): boolean {
    const bytes = Uint8Array.from(this.sink.view().subarray(start, start + sizeBytes));
    const streamOffset = this.droppedBytes;
    this.image = null;
    this.drop(start + sizeBytes);
    this.events.object({ path, bytes, place, streamOffset, problem, hasEndWord });
    return true;
  }

  /** A name record that leads to no image. */
  private giveUp(path: string | null, problem: string): true {
    const { place, droppedBytes: streamOffset } = this;
    this.drop(4);
    this.isLost = true;
    const bytes = new Uint8Array();
    this.events.object({ path, bytes, place, streamOffset, problem, hasEndWord: false });
    return true;
  }

  private drop(sizeBytes: number): void {
    this.sink.drop(sizeBytes);
    this.droppedBytes += sizeBytes;
  }
}

/** True when the start of the next record may lie across `at`: only the bytes after it will tell. */
function mayHoldNext(view: Buffer, at: number): boolean {
  for (let from = Math.max(0, at - HEADER_BYTES + 1); from < at; from += 1) {
    if (mayBecomeMagic(view, from)) return true;
  }
  return false;
}

/** A name with its NUL, null when the object has none, undefined when it is damaged. */
function readName(view: Buffer, start: number, end: number): string | null | undefined {
  if (start === end) return null;
  const name = view.toString('latin1', start, end - 1);
  // eslint-disable-next-line no-control-regex
  return view[end - 1] !== 0 || /[\u0000-\u001f\u007f]/.test(name) ? undefined : name;
}
