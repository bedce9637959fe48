import type { RawObject } from '../gcov/raw-object.js';
import { addObject } from './add-object.js';
import { doubtfulCount } from './doubtful-count.js';
import type { ReadDump } from './dump-format.js';
import type { CutObject, Place } from './gcfn-cutter.js';
import { judgeImage } from './judge-image.js';
import { isSound } from '../gcov/is-sound.js';

/** What is known of the ends of a stream. */
export interface StreamEnds {
  readonly hasStart: boolean;
  readonly missingEnd: string | null;
  /** No end marker tells where the dump ends. */
  readonly isOpenEnded: boolean;
}

interface Group {
  readonly objects: RawObject[];
  readonly paths: Set<string>;
  readonly warnings: string[];
  hasFailed: boolean;
}

/** Collects the objects of a stream of named images; a path that comes again starts another dump. */
export class StreamDump {
  private current: Group = newGroup();
  private readonly ended: Group[] = [];
  /** The object before had a name, so that the next one should have one too. */
  private isNamed = false;

  constructor(
    readonly format: string,
    private readonly source: string,
    private readonly first: Place,
  ) {}

  get objects(): readonly RawObject[] {
    return this.current.objects;
  }

  add({ path: text, bytes, place, problem }: CutObject): void {
    const path = text ?? `(object without a name at line ${place.line})`;
    if (text === null && this.isNamed) {
      this.spoilLast('the name of the next object is lost, and maybe the end of this one with it');
    }
    this.isNamed = text !== null;
    if (this.current.paths.has(path)) {
      this.ended.push(this.current);
      this.current = newGroup();
    }
    this.current.paths.add(path);
    const origin = { source: this.source, format: this.format, ...place };
    addObject(this.current.objects, judgeImage(path, bytes, origin, problem));
  }

  /** What follows an object shows that bytes were put into it, or lost. */
  spoilLast(reason: string): void {
    const last = this.objects.at(-1);
    if (last === undefined || !isSound(last)) this.fail(reason);
    else this.current.objects[this.objects.length - 1] = { ...last, status: 'damaged', reason };
  }

  /** Of a binary stream, whose bytes nothing else vouches for. */
  doubtLast(): void {
    const last = this.objects.at(-1);
    const reason = last === undefined ? null : doubtfulCount(last);
    if (reason !== null) this.spoilLast(reason);
  }

  /** Something belongs to the dump, but to no object of it. */
  fail(warning: string): void {
    if (!this.current.hasFailed) this.warn(warning);
    this.current.hasFailed = true;
  }

  warn(warning: string): void {
    this.current.warnings.push(warning);
  }

  spoilAll(reason: string): void {
    for (const { objects } of [...this.ended, this.current]) {
      for (const [index, object] of objects.entries()) {
        if (isSound(object)) objects[index] = { ...object, status: 'damaged', reason };
      }
    }
  }

  /** Dumps that were followed by another one, and are over. */
  drain(): readonly ReadDump[] {
    const ends = { hasStart: true, missingEnd: null, isOpenEnded: true };
    return this.ended.splice(0).map((group) => this.read(group, ends));
  }

  end(ends: StreamEnds): ReadDump {
    return this.read(this.current, ends);
  }

  private read({ objects, warnings, hasFailed }: Group, ends: StreamEnds): ReadDump {
    const firstLine = objects[0]?.origin.line ?? this.first.line;
    return { format: this.format, firstLine, objects, ...ends, hasFailed, warnings };
  }
}

function newGroup(): Group {
  return { objects: [], paths: new Set(), warnings: [], hasFailed: false };
}
