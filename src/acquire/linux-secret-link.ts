import { LinkEvents } from '../link/link-events.js';
import type { Link, LinkEvent } from '../link/link.js';

/** A longer wait for the rest of what may be a secret would hold a prompt back. */
const HOLD_MS = 200;

/**
 * A link that never hands out a secret: where a board echoes it, asterisks arrive. So neither a log
 * nor a screen can show it.
 */
export class SecretLink implements Link {
  private readonly events = new LinkEvents();
  private held: Buffer = Buffer.alloc(0);
  private timer: NodeJS.Timeout | undefined;
  private readonly secret: Buffer;
  /** The secret is what was sent last, so what looks like its beginning is one. */
  private isSent = false;
  /** Bytes of an echo that were handed out as asterisks before the rest of it came. */
  private maskedBytes = 0;

  constructor(
    private readonly inner: Link,
    secret: string,
  ) {
    this.secret = Buffer.from(secret, 'utf8');
    inner.subscribe((event) => {
      if (event.type === 'bytes') this.take(event.bytes);
      else {
        this.release();
        this.events.emit(event);
      }
    });
  }

  get name(): string {
    return this.inner.name;
  }

  get warnings(): readonly string[] {
    return this.inner.warnings ?? [];
  }

  open(signal: AbortSignal): Promise<void> {
    return this.inner.open(signal);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    this.isSent = Buffer.from(bytes).includes(this.secret);
    return this.inner.write(bytes, signal);
  }

  async sendBreak(signal: AbortSignal): Promise<void> {
    await this.inner.sendBreak?.(signal);
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  private take(bytes: Uint8Array): void {
    clearTimeout(this.timer);
    const all = Buffer.concat([this.held, bytes]);
    const { secret } = this;
    let from = this.maskRest(all);
    for (let at = all.indexOf(secret, from); at >= 0; at = all.indexOf(secret, from)) {
      all.fill('*', at, at + secret.length);
      from = at + secret.length;
      this.isSent = false;
    }
    let keep = Math.min(secret.length - 1, all.length - from);
    while (keep > 0 && !all.subarray(all.length - keep).equals(secret.subarray(0, keep))) keep -= 1;
    this.held = Buffer.from(all.subarray(all.length - keep));
    if (all.length > keep) this.tell(all.subarray(0, all.length - keep));
    if (keep > 0) this.timer = setTimeout(() => this.release(), HOLD_MS);
  }

  /** Masks what goes on with an echo that came slowly; gives how far that is. */
  private maskRest(all: Buffer): number {
    if (this.maskedBytes === 0) return 0;
    const { secret, maskedBytes } = this;
    let size = 0;
    while (size < all.length && all[size] === secret[maskedBytes + size]) size += 1;
    all.fill('*', 0, size);
    const isWhole = maskedBytes + size === secret.length;
    if (isWhole) this.isSent = false;
    this.maskedBytes = !isWhole && size === all.length ? maskedBytes + size : 0;
    return size;
  }

  /** What began like the secret was something else, unless the secret was just sent. */
  private release(): void {
    clearTimeout(this.timer);
    const { held } = this;
    this.held = Buffer.alloc(0);
    if (this.isSent) {
      held.fill('*');
      this.maskedBytes = held.length;
    }
    if (held.length > 0) this.tell(held);
  }

  private tell(bytes: Buffer): void {
    this.events.emit({ type: 'bytes', bytes: Uint8Array.from(bytes) });
  }
}
