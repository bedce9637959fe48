import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { waitFor, type Settle } from './wait-for.js';

/** Ends every command and every answer of OpenOCD's Tcl port. */
const END = 0x1a;
const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

export interface TclRequestOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** What a Tcl command came to: OpenOCD sends errors as ordinary text. */
export interface TclAnswer {
  readonly isOk: boolean;
  readonly text: string;
}

/**
 * Commands and answers of OpenOCD's Tcl port over a link, one at a time. Each answer carries the
 * number of its command, so that one that was given up is not taken for the next.
 */
export class TclClient {
  private number = 0;
  private chunks: Buffer[] = [];
  private heldBytes = 0;
  private waiting: { readonly number: number; readonly settle: Settle<TclAnswer> } | null = null;
  private end: BenchError | null = null;
  private readonly unsubscribe: () => void;

  constructor(private readonly link: Link) {
    this.unsubscribe = link.subscribe((event) => this.onEvent(event));
  }

  /** Runs one Tcl command. Errors: NO_ANSWER, LINK_LOST, CANCELLED, GDB_REFUSED. */
  async run(command: string, { signal, timeoutMs }: TclRequestOptions): Promise<TclAnswer> {
    if (this.end) throw this.end;
    const number = (this.number += 1);
    const text = `set otto_r [catch {${command}} otto_m]; format "%d %d %s" ${number} $otto_r $otto_m`;
    try {
      return await waitFor<TclAnswer>(
        { doing: `asking ${this.link.name}`, timeoutMs, signal },
        (settle) => {
          this.waiting = { number, settle };
          this.link
            .write(Buffer.concat([Buffer.from(text), Buffer.of(END)]), signal)
            .catch((error: unknown) => settle.reject(error));
          return () => (this.waiting = null);
        },
      );
    } catch (error) {
      if (!isBenchError(error, 'TIMED_OUT')) throw error;
      throw new BenchError('NO_ANSWER', `${this.link.name} does not answer`, {
        why: `no answer to ${printable(command.slice(0, 60))} within ${timeoutMs} ms`,
        hints: ['check that this is the Tcl port of OpenOCD (6666 unless it says otherwise)'],
      });
    }
  }

  close(): void {
    this.unsubscribe();
  }

  private onEvent(event: LinkEvent): void {
    if (event.type === 'lost') this.fail(event.error);
    else if (event.type === 'closed') this.fail(lostError(this.link.name));
    else if (event.type === 'bytes') this.take(Buffer.from(event.bytes));
  }

  private take(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(END); end >= 0; end = rest.indexOf(END)) {
      this.chunks.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const text = Buffer.concat(this.chunks).toString('utf8');
      this.chunks = [];
      this.heldBytes = 0;
      this.onAnswer(text);
    }
    this.chunks.push(rest);
    this.heldBytes += rest.length;
    if (this.heldBytes > MOST_ANSWER_BYTES) this.fail(notTcl(this.link.name));
  }

  private onAnswer(text: string): void {
    const [, number, failed, said = ''] = /^(\d+) (-?\d+) ?([\s\S]*)$/.exec(text) ?? [];
    // Notifications, and answers nobody waits for any more.
    if (number === undefined || Number(number) !== this.waiting?.number) return;
    this.waiting.settle.resolve({ isOk: failed === '0', text: said.trim() });
  }

  private fail(error: BenchError): void {
    this.end ??= error;
    this.waiting?.settle.reject(error);
  }
}

function notTcl(name: string): BenchError {
  return new BenchError('GDB_REFUSED', `${name} does not speak OpenOCD's Tcl protocol`, {
    why: 'it sent an answer without end',
    hints: ['check that the port is the Tcl port, not the telnet or GDB port'],
  });
}
