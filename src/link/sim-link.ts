import { BenchError } from '../base/bench-error.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { simBoard, type SimBoard } from './sim-board.js';

const TICK_MS = 10;

/** The console of a simulated board, at the pace of a serial line. */
export class SimLink implements Link {
  readonly name: string;
  private readonly events = new LinkEvents();
  private board: SimBoard | null = null;
  private pending = Buffer.alloc(0);
  private timer: NodeJS.Timeout | null = null;
  private readonly bytesPerTick: number;

  constructor(
    name: string,
    private readonly boardName: string,
    bytesPerSecond: number,
  ) {
    this.name = name;
    this.bytesPerTick = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.board || this.events.isOver) throw lostError(this.name, 'it was open before');
    const board = await simBoard(this.boardName);
    if (signal.aborted) throw new BenchError('CANCELLED', `opening ${this.name} was cancelled`);
    this.board = board;
    this.events.emit({ type: 'open' });
    this.print(board.connect());
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.board || this.events.isOver) return Promise.reject(lostError(this.name));
    if (signal.aborted) {
      return Promise.reject(new BenchError('CANCELLED', `sending to ${this.name} was cancelled`));
    }
    this.print(this.board.type(bytes));
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.events.emit({ type: 'closed' });
    return Promise.resolve();
  }

  private print(text: string): void {
    this.pending = Buffer.concat([this.pending, Buffer.from(text, 'latin1')]);
    if (this.pending.length > 0) this.timer ??= setTimeout(() => this.tick(), TICK_MS);
  }

  private tick(): void {
    this.timer = null;
    if (this.events.isOver) return;
    const bytes = Uint8Array.from(this.pending.subarray(0, this.bytesPerTick));
    this.pending = this.pending.subarray(bytes.length);
    this.events.emit({ type: 'bytes', bytes });
    this.print('');
  }
}
