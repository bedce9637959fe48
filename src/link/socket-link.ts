import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { BenchError } from '../base/bench-error.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { connectError } from './socket-errors.js';
import { TELNET_BREAK, looksLikeTelnet, type TelnetCodec } from './telnet-codec.js';
import { waitFor } from './wait-for.js';

const CONNECT_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 500;

/** A board behind a TCP or unix socket that carries its bytes as they are, or quoted as in telnet. */
export class SocketLink implements Link {
  readonly name: string;
  readonly warnings: string[] = [];
  private readonly events = new LinkEvents();
  private readonly target: NetConnectOpts;
  private socket: Socket | null = null;
  private closing: Promise<void> | null = null;
  private hasHeard = false;

  /** `target` is where to connect, `name` what the tester calls it; `telnet` null for plain bytes. */
  constructor(
    name: string,
    target: NetConnectOpts,
    private readonly telnet: TelnetCodec | null = null,
  ) {
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
    socket.on('data', (bytes: Buffer) => this.take(bytes, socket));
    socket.on('close', () => {
      const why = lastError?.message ?? 'the other end closed it';
      this.events.emit({ type: 'lost', error: lostError(this.name, why) });
    });
    this.events.emit({ type: 'open' });
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    return this.send(this.telnet?.quote(bytes) ?? bytes, signal);
  }

  async sendBreak(signal: AbortSignal): Promise<void> {
    if (this.telnet?.hasNegotiated) return this.send(TELNET_BREAK, signal);
    throw new BenchError('PORT_FAILED', `${this.name} cannot send a break`, {
      why: 'the other end speaks no telnet, and plain bytes have no break',
      hints: this.telnet ? [] : ['telnet:HOST:PORT, where the server speaks it'],
    });
  }

  private async send(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
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

  private take(bytes: Buffer, socket: Socket): void {
    if (!this.telnet) {
      if (!this.hasHeard && looksLikeTelnet(bytes)) {
        this.warnings.push(
          `${this.name} greets as a telnet server: telnet: instead of tcp: reads it`,
        );
      }
      this.hasHeard = true;
      this.events.emit({ type: 'bytes', bytes });
      return;
    }
    const { data, answer } = this.telnet.take(bytes);
    if (answer.length > 0 && !socket.destroyed) socket.write(answer);
    if (data.length > 0) this.events.emit({ type: 'bytes', bytes: data });
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
