import type { RawObject } from '../gcov/raw-object.js';
import type { ArrivingObject, DumpReader, LineRole, ReadDump } from './dump-format.js';
import { readFrames } from './framed-line.js';
import { FramedPass } from './framed-pass.js';
import type { LogLine } from './line-splitter.js';

/**
 * Reads dumps of `boards/runtime`, however many lines were lost, damaged, doubled or sent again; see
 * `framed-format.ts`. It stays open after the end of one: what was asked for again comes behind it,
 * and bytes of the same counts serve the next one.
 */
export class FramedReader implements DumpReader {
  readonly isMarked = true;
  private pass: FramedPass;
  private finished: ReadDump[] = [];
  private damagedLines = 0;
  /** Objects of earlier dumps of which nothing came. */
  private unseen = 0;
  private isJudged = false;
  private judged: readonly RawObject[] = [];

  constructor(
    readonly format: string,
    private readonly source: string,
    private first: LogLine,
  ) {
    this.pass = new FramedPass(source);
  }

  /** Judged when the dump may be over; while it arrives, `arriving` tells how far it is. */
  get objects(): readonly RawObject[] {
    if (!this.mayBeOver) return [];
    if (!this.isJudged) this.judged = this.judge();
    this.isJudged = true;
    return this.judged;
  }

  get arriving(): ArrivingObject | null {
    if (this.mayBeOver) return null;
    const object = this.pass.objects().findLast(({ receivedBytes }) => receivedBytes > 0);
    if (object === undefined) return null;
    const { path, receivedBytes, sizeBytes } = object;
    return { path, receivedBytes, announcedBytes: sizeBytes };
  }

  get mayBeOver(): boolean {
    return this.pass.hasEnd;
  }

  take(line: LogLine): LineRole {
    const { frames, damaged } = readFrames(line.text);
    for (const frame of frames) {
      if (this.pass.isOther(frame)) this.startNext(line);
      this.pass.take(frame);
      this.isJudged = false;
    }
    this.damagedLines += damaged;
    return frames.length > 0 || damaged > 0 ? 'payload' : 'foreign';
  }

  isOwn(text: string): boolean {
    const { frames, damaged } = readFrames(text);
    return frames.length > 0 || damaged > 0;
  }

  mayTake(unfinished: string): boolean {
    return unfinished.includes('@c') || unfinished.endsWith('@');
  }

  drain(): readonly ReadDump[] {
    const { finished } = this;
    this.finished = [];
    return finished;
  }

  /** Another dump begins, on whose first line may stand the rest of this one. */
  private startNext(line: LogLine): void {
    this.unseen += this.pass.unseenCount;
    this.pass.refuseUnseen(this.unseen);
    this.finished.push(this.end(`another dump starts at line ${line.number}`));
    this.pass = new FramedPass(this.source, this.pass);
    this.first = line;
    this.damagedLines = 0;
  }

  end(cause: string | null): ReadDump {
    const { pass, first, damagedLines } = this;
    const isWhole = pass.isWhole();
    const warnings: string[] = [];
    if (damagedLines > 0) {
      const lines = damagedLines === 1 ? 'line was' : 'lines were';
      warnings.push(
        `${damagedLines} damaged ${lines} left out of the dump at line ${first.number}`,
      );
    }
    if (pass.objectCount === null) {
      warnings.push(
        `how many objects the dump at line ${first.number} has is not known: its first and its last line are lost`,
      );
    }
    const hasEnd = pass.hasEnd || isWhole;
    return {
      format: this.format,
      firstLine: first.number,
      objects: this.judge(),
      hasStart: pass.objectCount !== null,
      missingEnd: hasEnd
        ? null
        : `the end of the dump at line ${first.number} is missing${cause === null ? '' : `: ${cause}`}`,
      hasFailed: !isWhole,
      warnings,
    };
  }

  private judge(): readonly RawObject[] {
    const { number, offset } = this.first;
    const origin = { source: this.source, format: this.format, line: number, offset };
    return this.pass.judge(origin);
  }
}
