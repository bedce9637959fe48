import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { connectError } from './socket-errors.js';
import { waitFor } from './wait-for.js';

const CONNECT_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 500;

/** A board behind a TCP or unix socket that carries its bytes as they are. */
export class SocketLink implements Link {
  readonly name: string;
  private readonly events = new LinkEvents();
  private readonly target: NetConnectOpts;
  private socket: Socket | null = null;
  private closing: Promise<void> | null = null;

  /** `target` is where to connect, `name` what the tester calls it. */
  constructor(name: string, target: NetConnectOpts) {
    this.name = name;
    this.target = target;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.socket || this.events.isOver) throw lostError(this.name, 'it was open before');
    const socket = connect({ ...this.target });
    this.socket = socket;
    // Errors after connecting are followed by `close`, which is what we act on.
    let lastError: NodeJS.ErrnoException | null = null;
    socket.on('error', (error) => (lastError = error));
    try {
      await waitFor<void>(
        { doing: `connecting to ${this.name}`, timeoutMs: CONNECT_TIMEOUT_MS, signal },
        ({ resolve, reject }) => {
          socket.once('connect', () => resolve(undefined));
          socket.once('error', (error) => reject(connectError(this.name, error)));
          socket.once('close', () => reject(lostError(this.name)));
          return undefined;
        },
      );
    } catch (error) {
      socket.destroy();
      this.events.emit({ type: 'closed' });
      throw error;
    }
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.events.emit({ type: 'bytes', bytes }));
    socket.on('close', () => {
      const why = lastError?.message ?? 'the other end closed it';
      this.events.emit({ type: 'lost', error: lostError(this.name, why) });
    });
    this.events.emit({ type: 'open' });
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const socket = this.socket;
    if (!socket || this.events.isOver || socket.destroyed) throw lostError(this.name);
    await waitFor<void>(
      { doing: `sending to ${this.name}`, timeoutMs: WRITE_TIMEOUT_MS, signal },
      ({ resolve, reject }) => {
        const end = this.subscribe(() => {
          if (this.events.isOver) reject(lostError(this.name));
        });
        socket.write(bytes, (error) =>
          error ? reject(lostError(this.name, error.message)) : resolve(undefined),
        );
        return end;
      },
    );
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async shut(): Promise<void> {
    this.events.emit({ type: 'closed' });
    const socket = this.socket;
    if (!socket || socket.destroyed) return;
    // What was written goes out first, but a peer that does not read cannot hold us up.
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.end(() => socket.destroy());
    });
    socket.destroy();
  }
}
