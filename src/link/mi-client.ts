import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { parseMiRecord, type MiRecord } from './mi-record.js';
import { waitFor, type Settle } from './wait-for.js';

const MOST_LINE_BYTES = 4 * 1024 * 1024;

export interface MiOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Commands and records of GDB/MI over a link, one command at a time. Answers carry the number of
 * their command; what gdb tells unasked is kept as the state of its target.
 */
export class MiClient {
  /** The last `*running` or `*stopped` gdb told of. */
  private news: MiRecord | null = null;
  private hasPrompt = false;
  private number = 0;
  private held = '';
  private waiting: { readonly number: number; readonly settle: Settle<MiRecord> } | null = null;
  private readonly watchers = new Set<() => void>();
  private end: BenchError | null = null;
  private readonly unsubscribe: () => void;

  constructor(private readonly link: Link) {
    this.unsubscribe = link.subscribe((event) => this.onEvent(event));
  }

  get isOver(): boolean {
    return this.end !== null;
  }

  /** Runs one command and gives its result record. Errors: NO_ANSWER, LINK_LOST, CANCELLED. */
  async run(command: string, options: MiOptions): Promise<MiRecord> {
    const number = (this.number += 1);
    const what = `no answer to ${command.slice(0, 60)}`;
    return await this.wait<MiRecord>(what, options, (settle) => {
      this.waiting = { number, settle };
      this.link
        .write(Buffer.from(`${number}${command}\n`), options.signal)
        .catch((error: unknown) => settle.reject(error));
      return () => (this.waiting = null);
    });
  }

  /** Until gdb is there. Errors as `run`. */
  async greeted(options: MiOptions): Promise<void> {
    await this.until('gdb did not connect', options, () => this.hasPrompt || null);
  }

  /** What is told of the target's state is forgotten, so that `stopped` waits for the next. */
  forget(): void {
    this.news = null;
  }

  /** True when the last thing told since `forget` is that the target runs. */
  get isRunning(): boolean {
    return this.news?.name === 'running';
  }

  /** The record that tells of a stop since `forget`. Errors as `run`. */
  async stopped(options: MiOptions): Promise<MiRecord> {
    return await this.until('the target did not stop', options, () =>
      this.news?.name === 'stopped' ? this.news : null,
    );
  }

  close(): void {
    this.unsubscribe();
  }

  private until<T>(what: string, options: MiOptions, look: () => T | null): Promise<T> {
    return this.wait<T>(what, options, (settle) => {
      const watch = (): void => {
        const found = look();
        if (found !== null) settle.resolve(found);
        else if (this.end) settle.reject(this.end);
      };
      this.watchers.add(watch);
      watch();
      return () => this.watchers.delete(watch);
    });
  }

  private async wait<T>(
    what: string,
    { signal, timeoutMs }: MiOptions,
    start: (settle: Settle<T>) => () => void,
  ): Promise<T> {
    if (this.end) throw this.end;
    try {
      return await waitFor<T>({ doing: `asking ${this.link.name}`, timeoutMs, signal }, start);
    } catch (error) {
      if (!isBenchError(error, 'TIMED_OUT')) throw error;
      throw new BenchError('NO_ANSWER', `the gdb behind ${this.link.name} does not answer`, {
        why: `${printable(what)} within ${timeoutMs} ms`,
        hints: ['gdb answers when it is at its prompt or its target runs, not while it loads'],
      });
    }
  }

  private onEvent(event: LinkEvent): void {
    if (event.type === 'lost') this.fail(event.error);
    else if (event.type === 'closed') this.fail(lostError(this.link.name));
    else if (event.type === 'bytes') this.take(Buffer.from(event.bytes).toString('latin1'));
  }

  private take(text: string): void {
    const lines = (this.held + text).split('\n');
    this.held = lines.pop() ?? '';
    for (const line of lines) this.onLine(line.replace(/\r+$/, ''));
    if (this.held.length > MOST_LINE_BYTES) {
      this.fail(
        new BenchError('GDB_REFUSED', `${this.link.name} does not speak GDB/MI`, {
          why: 'it sent a line without end',
        }),
      );
    }
  }

  private onLine(line: string): void {
    if (/^\(gdb\) ?$/.test(line)) this.hasPrompt = true;
    const record = parseMiRecord(line);
    if (record?.kind === '*') this.news = record;
    if (record?.kind === '^' && this.waiting && record.token === this.waiting.number) {
      this.waiting.settle.resolve(record);
    }
    this.tell();
  }

  private tell(): void {
    for (const watch of Array.from(this.watchers)) watch();
  }

  private fail(error: BenchError): void {
    this.end ??= error;
    this.waiting?.settle.reject(error);
    this.tell();
  }
}
