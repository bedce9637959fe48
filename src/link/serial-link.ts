import type { SerialPort } from 'serialport';
import type { SerialSettings } from '../board/board.js';
import { BenchError } from '../base/bench-error.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { findHolders, readPortFacts } from './port-facts.js';
import { serialOpenError } from './serial-errors.js';
import { PortMemory } from './port-memory.js';
import { pause, waitFor } from './wait-for.js';

const OPEN_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
const WATCH_EVERY_MS = 2_000;
const BREAK_MS = 250;
/** Start bit, eight data bits, stop bit; twice, for adapters that take their time. */
const SLOW_BITS_PER_BYTE = 20;

/**
 * A serial port, or a pseudo-terminal. serialport 13 needs care: a hang-up while no read waits spins
 * for ever without an event (bindings-cpp#162), so the stream is never paused and a watchdog asks the
 * port for its modem lines; a closed object cannot be reopened, so it is made anew for each link.
 */
export class SerialLink implements Link {
  readonly name: string;
  /** What could not be set on this port but does not keep it from working. */
  readonly warnings: string[] = [];
  private readonly events = new LinkEvents();
  private port: SerialPort | null = null;
  private watchdog: NodeJS.Timeout | null = null;
  /** The node that was opened: after replugging not the one that was asked for. */
  private opened: string;
  private hasHeard = false;
  private closing: Promise<void> | null = null;

  constructor(
    name: string,
    private readonly path: string,
    private readonly settings: SerialSettings,
    private readonly known: PortMemory = new PortMemory(),
    private readonly watchEveryMs = WATCH_EVERY_MS,
  ) {
    this.name = name;
    this.opened = path;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.port || this.events.isOver) throw lostError(this.name, 'it was open before');
    try {
      await this.connect(signal);
    } catch (error) {
      await this.close();
      throw error;
    }
    await this.setModemLines();
    await this.known.remember(this.path, this.opened);
    await this.warnOfReaders();
    if (this.events.isOver) throw lostError(this.name, 'it was closed while it opened');
    this.watchdog = setInterval(() => this.watch(), this.watchEveryMs);
    this.events.emit({ type: 'open' });
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const port = this.port;
    if (!port?.isOpen || this.events.isOver) throw lostError(this.name);
    const lineMs = (bytes.length * SLOW_BITS_PER_BYTE * 1000) / this.settings.baud;
    await waitFor<void>(
      { doing: `sending to ${this.name}`, timeoutMs: WRITE_TIMEOUT_MS + lineMs, signal },
      ({ resolve, reject }) => {
        const end = this.subscribe(() => {
          if (this.events.isOver) reject(lostError(this.name));
        });
        port.write(Buffer.from(bytes), (error) =>
          error ? reject(lostError(this.name, error.message)) : resolve(undefined),
        );
        return end;
      },
    );
  }

  /** A pseudo-terminal has no such state. */
  async sendBreak(signal: AbortSignal): Promise<void> {
    if (!this.port?.isOpen || this.events.isOver) throw lostError(this.name);
    if (signal.aborted)
      throw new BenchError('CANCELLED', `the break on ${this.name} was cancelled`);
    const failure = await this.setLines(true);
    try {
      if (!failure) await pause(BREAK_MS, signal, `the break on ${this.name}`);
    } finally {
      if (!failure) await this.setLines(false);
    }
    if (failure) {
      throw new BenchError('PORT_FAILED', `${this.name} cannot send a break`, {
        why: failure.message,
        cause: failure,
      });
    }
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async connect(signal: AbortSignal): Promise<void> {
    const { SerialPort } = await import('serialport');
    const { settings } = this;
    this.opened = await this.known.whereIs(this.path);
    if (this.opened !== this.path) this.warnings.push(`${this.path} is ${this.opened} now`);
    const port = new SerialPort({
      path: this.opened,
      baudRate: settings.baud,
      dataBits: settings.dataBits,
      stopBits: settings.stopBits,
      parity: settings.parity,
      rtscts: settings.flowControl === 'rts-cts',
      xon: settings.flowControl === 'xon-xoff',
      xoff: settings.flowControl === 'xon-xoff',
      hupcl: settings.hangupOnClose,
      autoOpen: false,
    });
    this.port = port;
    // Without a listener a write cancelled by close() would end the process.
    port.on('error', () => undefined);
    // Listening from before the port opens: a read must be waiting at the first moment.
    port.on('data', (bytes: Buffer) => {
      this.hasHeard = true;
      this.events.emit({ type: 'bytes', bytes: Uint8Array.from(bytes) });
    });
    port.on('close', (error: Error | null) => this.lose(error?.message ?? 'the port was closed'));
    const failure = await waitFor<Error | null>(
      { doing: `opening ${this.name}`, timeoutMs: OPEN_TIMEOUT_MS, signal },
      ({ resolve }) => {
        port.open((error) => {
          // Nobody waits any more: a port that opens too late is closed again.
          if (this.closing && !error) port.close(() => undefined);
          resolve(error);
        });
        return undefined;
      },
    );
    if (failure) throw serialOpenError(this.opened, failure, await readPortFacts(this.opened));
  }

  /** Programs that take no lock get in all the same, and each byte reaches only one of us. */
  private async warnOfReaders(): Promise<void> {
    for (const { pid, name } of await findHolders(this.opened)) {
      this.warnings.push(`${this.name}: ${name} (pid ${pid}) has it open too and may take bytes`);
    }
  }

  /** Pseudo-terminals and some adapters have no modem lines; that is worth a warning, not a stop. */
  private async setModemLines(): Promise<void> {
    const { dtr, rts } = this.settings;
    if (dtr === null && rts === null) return;
    const failure = await this.setLines(false);
    if (failure) {
      this.warnings.push(`${this.name}: DTR and RTS cannot be set (${failure.message})`);
    }
  }

  /** set() writes every line: one that is not named is set as the kernel sets it on opening, on. */
  private setLines(brk: boolean): Promise<Error | null> {
    const { dtr, rts } = this.settings;
    return waitFor<Error | null>(
      { doing: `setting the lines of ${this.name}`, timeoutMs: CLOSE_TIMEOUT_MS },
      ({ resolve }) => {
        const lines = { dtr: dtr ?? true, rts: rts ?? true, brk };
        this.port?.set(lines, (error) => resolve(error ?? null));
        return undefined;
      },
    ).catch((error: unknown) => error as Error);
  }

  private watch(): void {
    const port = this.port;
    if (this.hasHeard || !port) {
      this.hasHeard = false;
      return;
    }
    port.get((error) => {
      // A healthy pseudo-terminal has no modem lines to tell of.
      if (error && !/Inappropriate ioctl|ENOTTY|not supported/i.test(error.message)) {
        this.lose(error.message);
      }
    });
  }

  private lose(why: string): void {
    if (this.events.isOver) return;
    this.events.emit({ type: 'lost', error: lostError(this.name, why) });
    void this.close();
  }

  private async shut(): Promise<void> {
    this.events.emit({ type: 'closed' });
    if (this.watchdog) clearInterval(this.watchdog);
    const port = this.port;
    if (!port?.isOpen) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      port.close(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
