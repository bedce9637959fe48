import { appendFile } from 'node:fs/promises';
import { BenchError } from '../base/bench-error.js';
import { PortMemory } from '../link/port-memory.js';
import type { BoardConnection } from './board-connection.js';
import { connectBoard } from './connect-board.js';
import type { SessionContext } from './session-context.js';

const MAX_WORDS = 200;
/** Waits between tries to get a lost board back; the last one goes on. */
const RETRY_MS = [500, 1_000, 2_000];
const MAX_TRIES = 20_000;
const RETRY_TIMEOUT_MS = 10_000;

/** The one connection of a session: made, lost, waited for and made again. */
export class SessionLink {
  private connection: BoardConnection | null = null;
  private isClosed = false;
  private retryTimer: NodeJS.Timeout | undefined;
  private consoleLog: Promise<void> = Promise.resolve();
  private port: string | null = null;
  private known = new PortMemory();

  constructor(private readonly context: SessionContext) {}

  /** The open connection. Errors: LINK_LOST. */
  get board(): BoardConnection {
    if (this.connection) return this.connection;
    throw new BenchError('LINK_LOST', 'the board is not connected', {
      hints: ['connect first'],
    });
  }

  /** Connects, or connects anew. A board that was lost stays lost when that fails. */
  async connect(port: string | null): Promise<boolean> {
    const { core } = this.context;
    const before = core.state.link === 'lost' ? 'lost' : 'none';
    clearTimeout(this.retryTimer);
    // A port that is chosen may be any device.
    if (port !== null) this.known = new PortMemory();
    await this.connection?.close();
    this.connection = null;
    core.update({ link: 'connecting', receivedBytes: 0, sentBytes: 0 });
    const done = await core.attempt('connecting', (signal) => this.open(port, signal));
    if (done) return true;
    core.update({ link: before });
    if (before === 'lost') this.retry(0);
    return false;
  }

  async disconnect(): Promise<void> {
    clearTimeout(this.retryTimer);
    await this.connection?.close();
    this.connection = null;
    this.context.core.update({ link: 'none' });
  }

  async sendLine(text: string, signal: AbortSignal): Promise<void> {
    const { core } = this.context;
    const sentBytes = await this.board.sendLine(text, signal);
    core.record({ type: 'sent', text });
    core.update({ sentBytes: core.state.sentBytes + sentBytes });
  }

  /** Our own words about the connection, with the time. */
  say(words: string): void {
    const { core } = this.context;
    const time = core.clock.now().toTimeString().slice(0, 8);
    core.update({ handshake: [...core.state.handshake, `${time} ${words}`].slice(-MAX_WORDS) });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
    await this.connection?.close();
    this.connection = null;
    await this.consoleLog.catch(() => undefined);
  }

  private async open(port: string | null, signal: AbortSignal): Promise<void> {
    const { core } = this.context;
    this.port = port ?? this.port;
    const connection = await connectBoard(
      this.context,
      this.port,
      signal,
      {
        onBytes: (bytes) => this.takeBytes(bytes),
        onText: (bytes) => core.console(bytes),
        onLost: (reason) => this.lose(reason),
        onInstructions: (lines) => this.instruct(lines),
      },
      this.known,
    );
    this.connection = connection;
    core.record({ type: 'connected', port: connection.port });
    const isBaseline = !connection.canZero && connection.canBaseline === true;
    core.update({ link: 'up', canZero: connection.canZero || isBaseline, isBaseline });
    for (const words of connection.words) this.say(words);
  }

  /** On every face: the words about the connection, the console, and the message. */
  private instruct(lines: readonly string[]): void {
    const { core } = this.context;
    for (const line of lines) this.say(line);
    core.console(Buffer.from(`\r\n${lines.join('\r\n')}\r\n`, 'utf8'));
    core.update({ instructions: lines, message: lines.slice(0, 2).join(' ') });
  }

  private takeBytes(bytes: Uint8Array): void {
    const { core, folder } = this.context;
    core.update({ receivedBytes: core.state.receivedBytes + bytes.length });
    this.consoleLog = this.consoleLog.then(() => appendFile(folder.consolePath, bytes));
    this.consoleLog.catch(() => undefined);
  }

  private lose(reason: string): void {
    const { core } = this.context;
    if (this.isClosed || core.state.link === 'none') return;
    this.connection = null;
    core.record({ type: 'link-lost', reason });
    core.update({ link: 'lost', message: 'the link was lost; what was fetched is kept' });
    this.say(reason);
    this.retry(0);
  }

  /** Tries again and again, out of the way of whatever else is running. */
  private retry(tries: number): void {
    const waitMs = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0;
    clearTimeout(this.retryTimer);
    if (tries >= MAX_TRIES) return;
    this.retryTimer = setTimeout(() => void this.tryAgain(tries), waitMs);
    this.retryTimer.unref();
  }

  private async tryAgain(tries: number): Promise<void> {
    const { core } = this.context;
    if (this.isClosed || core.state.link !== 'lost') return;
    if (core.state.busy === null) {
      try {
        await this.open(null, AbortSignal.timeout(RETRY_TIMEOUT_MS));
        this.say('connected again; whether the board kept its counts shows at the next reading');
        core.update({ message: 'connected again' });
        return;
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
      }
    }
    this.retry(tries + 1);
  }
}
