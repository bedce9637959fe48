import { BenchError } from '../base/bench-error.js';
import type { Link } from '../link/link.js';

const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/** The bytes of a link from now on, taken when the reader is ready for them. None is dropped. */
export class LinkInbox {
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private failure: BenchError | null = null;
  private wake: (() => void) | null = null;
  private readonly unsubscribe: () => void;

  constructor(link: Link) {
    this.unsubscribe = link.subscribe((event) => {
      if (event.type === 'bytes') this.put(event.bytes, link.name);
      else if (event.type === 'lost') this.failure ??= event.error;
      else if (event.type === 'closed') {
        this.failure ??= new BenchError('LINK_LOST', `the connection to ${link.name} was closed`);
      }
      this.wake?.();
    });
  }

  /**
   * All bytes that have arrived since the last call, at the latest after `timeoutMs`; null when none
   * did. What arrived before a link broke still comes first. Errors: LINK_LOST, CANCELLED.
   */
  async next(timeoutMs: number, signal: AbortSignal): Promise<Uint8Array | null> {
    if (this.waiting.length === 0 && !this.failure && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => wake(), Math.max(0, timeoutMs));
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.wake = wake;
        signal.addEventListener('abort', wake, { once: true });
      });
      this.wake = null;
    }
    if (this.waiting.length > 0) {
      const bytes = Buffer.concat(this.waiting);
      this.waiting = [];
      this.waitingBytes = 0;
      return bytes;
    }
    if (signal.aborted) throw new BenchError('CANCELLED', 'the fetch was cancelled');
    if (this.failure) throw this.failure;
    return null;
  }

  close(): void {
    this.unsubscribe();
  }

  private put(bytes: Uint8Array, name: string): void {
    if (this.waitingBytes + bytes.length > MOST_WAITING_BYTES) {
      this.failure ??= new BenchError('LINK_LOST', `${name} sends faster than it can be kept`);
      return;
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
  }
}
