import { open, type FileHandle } from 'node:fs/promises';
import { BenchError } from '../base/bench-error.js';
import type { ReplayPace } from '../board/port-spec.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { readTiming, refuseWithoutTiming, type TimedPart } from './replay-timing.js';
import { pause } from './wait-for.js';

const CHUNK_BYTES = 4096;
const PACED_CHUNK_MS = 20;
/** Start bit, eight data bits, stop bit. */
const BITS_PER_BYTE = 10;

/**
 * Plays a recorded console log: once after opening, and again from its start after a line is sent
 * while it is not playing, so that asking a replayed board for its dump works at any time.
 */
export class ReplayLink implements Link {
  readonly name: string;
  private readonly events = new LinkEvents();
  private readonly stop = new AbortController();
  private file: FileHandle | null = null;
  private playing: Promise<void> | null = null;
  private isPlaying = false;

  constructor(
    name: string,
    private readonly path: string,
    private readonly pace: ReplayPace,
  ) {
    this.name = name;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.file || this.events.isOver) throw lostError(this.name, 'it was open before');
    if (signal.aborted) throw new BenchError('CANCELLED', `opening ${this.name} was cancelled`);
    if (this.pace.by === 'recording') await refuseWithoutTiming(this.path);
    try {
      this.file = await open(this.path, 'r');
    } catch (cause) {
      throw new BenchError('PORT_GONE', `cannot read the log ${this.path}`, {
        why: (cause as Error).message,
        cause,
      });
    }
    if (this.events.isOver) {
      await this.file.close();
      throw lostError(this.name, 'it was closed while it opened');
    }
    this.events.emit({ type: 'open' });
    this.play();
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.file || this.events.isOver) return Promise.reject(lostError(this.name));
    if (signal.aborted) {
      return Promise.reject(new BenchError('CANCELLED', `sending to ${this.name} was cancelled`));
    }
    if (bytes.some((byte) => byte === 0x0a || byte === 0x0d)) this.play();
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.events.emit({ type: 'closed' });
    this.stop.abort();
    await this.playing;
    const file = this.file;
    this.file = null;
    await file?.close();
  }

  private play(): void {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.playing = this.playOnce().catch((error: unknown) => {
      if (!this.stop.signal.aborted) {
        this.events.emit({ type: 'lost', error: lostError(this.name, (error as Error).message) });
      }
    });
  }

  private async playOnce(): Promise<void> {
    const { file } = this;
    if (!file) return;
    const { size } = await file.stat();
    if (size === 0) this.isPlaying = false;
    let offset = 0;
    for await (const { waitMs, sizeBytes } of this.steps(size)) {
      await pause(waitMs, this.stop.signal);
      for (const end = Math.min(size, offset + sizeBytes); offset < end;) {
        if (this.stop.signal.aborted) return;
        const wanted = Math.min(CHUNK_BYTES, end - offset);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, offset);
        offset += bytesRead;
        // Over before the last bytes are told: whoever answers them at once has it play again.
        if (bytesRead === 0 || offset >= size) this.isPlaying = false;
        if (bytesRead === 0) return;
        this.events.emit({ type: 'bytes', bytes: Uint8Array.from(buffer.subarray(0, bytesRead)) });
      }
      if (offset >= size) return;
    }
  }

  /** What is played when: a part of the log after a wait. They cover the whole log. */
  private async *steps(size: number): AsyncGenerator<TimedPart> {
    const { pace } = this;
    let left = size;
    if (pace.by === 'recording') {
      for await (const { waitMs, sizeBytes } of readTiming(this.path)) {
        if (left <= 0) return;
        left -= sizeBytes;
        yield { waitMs: waitMs / pace.factor, sizeBytes };
      }
    }
    const waitMs = pace.by === 'baud' ? PACED_CHUNK_MS : 0;
    const sizeBytes =
      pace.by === 'baud'
        ? Math.max(1, Math.round(((pace.baud / BITS_PER_BYTE) * PACED_CHUNK_MS) / 1000))
        : CHUNK_BYTES;
    for (; left > 0; left -= sizeBytes) yield { waitMs, sizeBytes };
  }
}
