import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { waitFor } from './wait-for.js';

/**
 * A link without an outside world: what a board would do is done by whoever holds `far`. Keeps the
 * same contract as the real links, so code tested on it behaves the same on those.
 */
export class MemoryLink implements Link {
  readonly name: string;
  private readonly events = new LinkEvents();
  private isOpen = false;
  private stalled: (() => void)[] = [];
  private isStalled = false;

  /** The board's end. */
  readonly far = {
    /** Called with everything that is written to the link. */
    onBytes: (_bytes: Uint8Array): void => undefined,
    /** Bytes from the board. */
    send: (bytes: Uint8Array): void => {
      if (this.isOpen) this.events.emit({ type: 'bytes', bytes: Uint8Array.from(bytes) });
    },
    /** The cable is pulled. */
    unplug: (why = 'unplugged'): void => {
      if (!this.isOpen) return;
      this.isOpen = false;
      this.events.emit({ type: 'lost', error: lostError(this.name, why) });
      this.release();
    },
    /** From now on the board takes no bytes, or again does. */
    stall: (isStalled: boolean): void => {
      this.isStalled = isStalled;
      if (!isStalled) this.release();
    },
  };

  constructor(name = 'memory:') {
    this.name = name;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.isOpen || this.events.isOver) throw lostError(this.name, 'it was open before');
    await waitFor<void>(
      { doing: `opening ${this.name}`, timeoutMs: 1000, signal },
      ({ resolve }) => {
        setImmediate(() => resolve(undefined));
        return undefined;
      },
    );
    if (this.events.isOver) throw lostError(this.name, 'it was closed while it opened');
    this.isOpen = true;
    this.events.emit({ type: 'open' });
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.isOpen) throw lostError(this.name);
    await waitFor<void>(
      { doing: `sending to ${this.name}`, timeoutMs: 10_000, signal },
      ({ resolve, reject }) => {
        const hand = (): void => {
          if (!this.isOpen) reject(lostError(this.name));
          else {
            this.far.onBytes(Uint8Array.from(bytes));
            resolve(undefined);
          }
        };
        if (this.isStalled) this.stalled.push(hand);
        else hand();
        return () => {
          this.stalled = this.stalled.filter((waiting) => waiting !== hand);
        };
      },
    );
  }

  close(): Promise<void> {
    this.isOpen = false;
    this.events.emit({ type: 'closed' });
    this.release();
    return Promise.resolve();
  }

  private release(): void {
    for (const hand of this.stalled.splice(0)) hand();
  }
}
