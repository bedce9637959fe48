import { BenchError } from '../base/bench-error.js';
import type { ObjectOrigin, RawObject } from '../gcov/raw-object.js';
import type { Frame } from './framed-line.js';
import { FramedObject } from './framed-object.js';

const MOST_OBJECTS = 50_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** In all dumps of a log: a single short line can announce very many. */
const MOST_UNSEEN = 200_000;

/** What has arrived of one framed dump, whichever line it came in and however often. */
export class FramedPass {
  private readonly byIndex = new Map<number, FramedObject>();
  /** Indexes of objects of which a line came. */
  private readonly seen = new Set<number>();
  private readonly source: string;
  private announced: { readonly objects: number; readonly totalBytes: number } | null = null;
  private pieceBytes = 0;
  /** Null until a line named it. */
  id: number | null = null;
  hasEnd = false;

  private earlier: FramedPass | null;

  /** `source` is the log or port, for messages; `earlier` the dump before it in the same boot. */
  constructor(source: string, earlier: FramedPass | null = null) {
    this.source = source;
    this.earlier = earlier;
    if (earlier !== null) earlier.earlier = null;
  }

  /** How many objects the firmware has, or null while that is not known. */
  get objectCount(): number | null {
    return this.announced?.objects ?? null;
  }

  /** Bytes of all images, or null. */
  get totalBytes(): number | null {
    return this.announced?.totalBytes ?? null;
  }

  /** Every object of the list, and those beyond a list that has not come; in order. */
  objects(): readonly FramedObject[] {
    const count = Math.min(this.objectCount ?? 0, MOST_OBJECTS);
    for (let index = 0; index < count; index += 1) this.objectOf(index);
    return [...this.byIndex.values()].sort((a, b) => a.index - b.index);
  }

  /** True for a frame of another dump than this one. */
  isOther(frame: Frame): boolean {
    if (!('pass' in frame) || frame.kind === 'answer') return false;
    return this.id !== null && frame.pass !== this.id;
  }

  /**
   * Takes a frame of this dump; gives true when it brought something new. Errors: DAMAGED_DUMP, for a
   * dump beyond any bound.
   */
  take(frame: Frame): boolean {
    if ('index' in frame) this.seen.add(frame.index);
    switch (frame.kind) {
      case 'begin':
        return this.begin(frame);
      case 'end':
        this.begin(frame);
        this.hasEnd = true;
        return false;
      case 'name':
      case 'sent':
        this.id = frame.pass;
        return this.bound(this.objectOf(frame.index).takeEntry(frame), frame);
      case 'data':
        return this.bound(this.objectOf(frame.index).takeData(frame), frame);
      case 'answer':
      case 'zeroed':
        return false;
    }
  }

  /** True when the list is known and every object of it is whole and named. */
  isWhole(): boolean {
    return (
      this.announced !== null &&
      this.objects().length === this.announced.objects &&
      this.objects().every((object) => object.isNamed && object.bytes() !== null)
    );
  }

  judge(origin: ObjectOrigin): readonly RawObject[] {
    return this.objects().map((object) => object.judge(origin));
  }

  /** Objects that are announced, and of which no line came. */
  get unseenCount(): number {
    return Math.max(0, Math.min(this.objectCount ?? 0, MOST_OBJECTS) - this.seen.size);
  }

  /** Errors: DAMAGED_DUMP, when dumps of one log announce more that never came than any bound. */
  refuseUnseen(unseen: number): void {
    if (unseen > MOST_UNSEEN) throw this.endless(`it announces ${unseen} objects that do not come`);
  }

  private begin(frame: Extract<Frame, { kind: 'begin' | 'end' }>): boolean {
    if (frame.objects > MOST_OBJECTS) throw this.endless(`it announces ${frame.objects} objects`);
    const isNew = this.announced === null;
    this.id = frame.pass;
    this.announced = { objects: frame.objects, totalBytes: frame.totalBytes };
    return isNew;
  }

  private objectOf(index: number): FramedObject {
    const known = this.byIndex.get(index);
    if (known !== undefined) return known;
    if (this.byIndex.size >= MOST_OBJECTS) throw this.endless(`more than ${MOST_OBJECTS} objects`);
    const object = new FramedObject(index, this.earlier?.byIndex.get(index) ?? null);
    this.byIndex.set(index, object);
    return object;
  }

  /** Counts what is kept: the same bytes again are not. */
  private bound(isNew: boolean, frame: Frame): boolean {
    if (isNew && 'bytes' in frame) this.pieceBytes += frame.bytes.length;
    if (this.pieceBytes > MOST_BYTES) throw this.endless(`more than ${MOST_BYTES} bytes came`);
    return isNew;
  }

  private endless(why: string): BenchError {
    return new BenchError('DAMAGED_DUMP', `${this.source} holds a dump without end`, {
      why,
      hints: ['check what is written to this log'],
    });
  }
}
