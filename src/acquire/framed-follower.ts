import { cleanText, LineSplitter } from '../wire/line-splitter.js';
import { readFrames } from '../wire/framed-line.js';
import { FramedPass } from '../wire/framed-pass.js';
import { framedRequest } from '../wire/framed-request.js';
import { isRestart } from '../wire/restart-signs.js';

/** An object whose counters never stand still is asked for whole this often. */
const MOST_RESTARTS = 6;

/** Follows a framed dump while it arrives, to know what to ask for. */
export class FramedFollower {
  private readonly splitter: LineSplitter;
  private readonly source: string;
  private pass: FramedPass;
  private restarts = new Map<number, number>();
  /** Frames that brought something new. */
  news = 0;
  /** Answers that came to their end. */
  answers = 0;

  constructor(source: string) {
    this.source = source;
    this.pass = new FramedPass(source);
    this.splitter = new LineSplitter({
      line: (_, raw) => this.takeLine(cleanText(raw)),
      lineEnd: () => undefined,
    });
  }

  /** Errors: DAMAGED_DUMP, for a dump beyond any bound. */
  push(bytes: Uint8Array): void {
    this.splitter.push(bytes);
  }

  /** The next request, without its line end; null when nothing is missing, or nothing more can come. */
  request(): string | null {
    return framedRequest(this.pass, this.restarts, MOST_RESTARTS);
  }

  private takeLine(text: string): void {
    // What was counted before a restart is of another boot: nothing of it may be kept.
    if (isRestart(text)) this.startAnew(null);
    for (const frame of readFrames(text).frames) {
      if (frame.kind === 'answer') this.answers += 1;
      if (this.pass.isOther(frame)) this.startAnew(this.pass);
      if (this.pass.take(frame)) this.news += 1;
    }
  }

  private startAnew(earlier: FramedPass | null): void {
    this.pass = new FramedPass(this.source, earlier);
    this.restarts = new Map();
    this.news += 1;
  }
}
