import type { SerialPort } from 'serialport';
import type { SerialSettings } from '../board/board.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { readPortFacts } from './port-facts.js';
import { serialOpenError } from './serial-errors.js';
import { waitFor } from './wait-for.js';

const OPEN_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
const WATCH_EVERY_MS = 2_000;

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
  private hasHeard = false;
  private closing: Promise<void> | null = null;

  constructor(
    name: string,
    private readonly path: string,
    private readonly settings: SerialSettings,
    private readonly watchEveryMs = WATCH_EVERY_MS,
  ) {
    this.name = name;
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
    this.watchdog = setInterval(() => this.watch(), this.watchEveryMs);
    this.events.emit({ type: 'open' });
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const port = this.port;
    if (!port?.isOpen || this.events.isOver) throw lostError(this.name);
    await waitFor<void>(
      { doing: `sending to ${this.name}`, timeoutMs: WRITE_TIMEOUT_MS, signal },
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

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async connect(signal: AbortSignal): Promise<void> {
    const { SerialPort } = await import('serialport');
    const { settings } = this;
    const port = new SerialPort({
      path: this.path,
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
    if (failure) throw serialOpenError(this.path, failure, await readPortFacts(this.path));
  }

  /** Pseudo-terminals and some adapters have no modem lines; that is worth a warning, not a stop. */
  private async setModemLines(): Promise<void> {
    const { dtr, rts } = this.settings;
    const port = this.port;
    if (!port || (dtr === null && rts === null)) return;
    const failure = await new Promise<Error | null>((resolve) => {
      // set() writes every line: one that is not named would go to the driver's default anyway.
      port.set({ dtr: dtr ?? true, rts: rts ?? true }, (error) => resolve(error ?? null));
    });
    if (failure) {
      this.warnings.push(`${this.name}: DTR and RTS cannot be set (${failure.message})`);
    }
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
