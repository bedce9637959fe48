import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { RspReader, encodePacket, type RspItem } from './rsp-packet.js';
import { waitFor, type Settle } from './wait-for.js';

const MOST_REPEATS = 3;
const MOST_CONSOLE_BYTES = 4096;
const INTERRUPT = Uint8Array.of(0x03);
const ANY = /^/;
const ACK = Buffer.from('+');
const NAK = Buffer.from('-');

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Stop replies (`T…`, `S…`) are the answer; else they are taken as news and passed over. */
  readonly isStopAsked?: boolean;
  /** Answers that are meant; others belong to a request that was given up, and are passed over. */
  readonly accept?: RegExp;
}

interface Waiting {
  readonly settle: Settle<string>;
  readonly packet: Uint8Array;
  readonly isStopAsked: boolean;
  readonly accept: RegExp;
  repeats: number;
}

/**
 * Requests and answers of the GDB remote protocol over a link, one at a time. Acknowledges until the
 * server agrees not to; passes over what a server may send unasked.
 */
export class RspClient {
  /** The server told of a stop before it was asked: connecting has stopped a running target. */
  hasStoppedByItself = false;
  private console = '';
  private readonly reader = new RspReader();
  private waiting: Waiting | null = null;
  private hasAcks = true;
  private unsubscribe: () => void;
  private end: BenchError | null = null;

  constructor(private readonly link: Link) {
    this.unsubscribe = link.subscribe((event) => this.onEvent(event));
  }

  /**
   * Sends a request and gives the answer's text, bytes as Latin-1. Errors: NO_ANSWER, LINK_LOST,
   * CANCELLED, GDB_REFUSED.
   */
  async request(payload: string, options: RequestOptions): Promise<string> {
    return await this.exchange(encodePacket(payload), payload, options);
  }

  /** Stops the target and gives the stop reply. Errors as `request`. */
  async interrupt(options: RequestOptions): Promise<string> {
    return await this.exchange(INTERRUPT, 'interrupt', { ...options, isStopAsked: true });
  }

  /** Asks to leave out acknowledgements; true when the server agreed. Errors as `request`. */
  async stopAcknowledging(options: RequestOptions): Promise<boolean> {
    const isAgreed = (await this.request('QStartNoAckMode', options)) === 'OK';
    if (isAgreed) this.hasAcks = false;
    return isAgreed;
  }

  /**
   * From now on nothing is acknowledged. Before a target is set free: QEMU stops it again at any
   * byte that arrives afterwards, and a late acknowledgement is one.
   */
  fallSilent(): void {
    this.hasAcks = false;
  }

  /** What the server has printed (`O` packets) since this was last asked; its newest part. */
  takeConsole(): string {
    const text = this.console;
    this.console = '';
    return text;
  }

  close(): void {
    this.unsubscribe();
  }

  private async exchange(
    packet: Uint8Array,
    what: string,
    { signal, timeoutMs, isStopAsked = false, accept = ANY }: RequestOptions,
  ): Promise<string> {
    if (this.end) throw this.end;
    const started = { repeats: 0, packet, isStopAsked, accept };
    try {
      return await waitFor<string>(
        { doing: `asking ${this.link.name}`, timeoutMs, signal },
        (settle) => {
          this.waiting = { ...started, settle };
          this.send(packet, signal);
          return () => (this.waiting = null);
        },
      );
    } catch (error) {
      if (!isBenchError(error, 'TIMED_OUT')) throw error;
      throw new BenchError('NO_ANSWER', `${this.link.name} does not answer`, {
        why: `no answer to ${printable(what.slice(0, 40))} within ${timeoutMs} ms`,
      });
    }
  }

  private onEvent(event: LinkEvent): void {
    if (event.type === 'lost') this.fail(event.error);
    else if (event.type === 'closed') this.fail(lostError(this.link.name));
    else if (event.type === 'bytes') {
      try {
        for (const item of this.reader.push(event.bytes)) this.onItem(item);
      } catch (error) {
        if (!isBenchError(error)) throw error;
        this.fail(error);
      }
    }
  }

  private onItem(item: RspItem): void {
    if (item.type === 'ack') return;
    if (item.type === 'nak') this.repeat();
    else if (item.type === 'damaged') this.onDamaged();
    else {
      if (this.hasAcks) this.send(ACK);
      this.onPacket(Buffer.from(item.payload).toString('latin1'));
    }
  }

  private onPacket(text: string): void {
    if (/^O[0-9a-fA-F]*$/.test(text)) {
      this.console += Buffer.from(text.slice(1), 'hex').toString('latin1');
      this.console = this.console.slice(-MOST_CONSOLE_BYTES);
      return;
    }
    if (/^[TS][0-9a-fA-F]{2}/.test(text) && this.waiting?.isStopAsked !== true) {
      this.hasStoppedByItself = true;
      return;
    }
    // To "why does it stand still?" this means that there is nothing to stand still.
    if (/^[WX][0-9a-fA-F]{2}/.test(text) && this.waiting?.isStopAsked !== true) {
      this.fail(lostError(this.link.name, `the target has ended (${printable(text)})`));
      return;
    }
    if (this.waiting?.accept.test(text)) this.waiting.settle.resolve(text);
  }

  private onDamaged(): void {
    if (this.hasAcks && this.waiting && this.waiting.repeats < MOST_REPEATS) {
      this.waiting.repeats += 1;
      this.send(NAK);
      return;
    }
    this.waiting?.settle.reject(this.damaged('an answer with a wrong checksum'));
  }

  private repeat(): void {
    if (!this.waiting) return;
    if (this.waiting.repeats >= MOST_REPEATS) {
      this.waiting.settle.reject(this.damaged('that our request arrived damaged, repeatedly'));
      return;
    }
    this.waiting.repeats += 1;
    this.send(this.waiting.packet);
  }

  private damaged(what: string): BenchError {
    return new BenchError('GDB_REFUSED', `the connection to ${this.link.name} damages bytes`, {
      why: `the server sent ${what}`,
    });
  }

  private send(bytes: Uint8Array, signal = new AbortController().signal): void {
    this.link.write(bytes, signal).catch((error: unknown) => this.waiting?.settle.reject(error));
  }

  private fail(error: BenchError): void {
    this.end ??= error;
    this.waiting?.settle.reject(error);
  }
}
