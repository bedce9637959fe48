import { appendFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../../base/bench-error.js';
import { printable } from '../../base/printable.js';
import { createLink } from '../../link/create-link.js';
import type { Link } from '../../link/link.js';
import { PortMemory } from '../../link/port-memory.js';
import { timingFile, timingLine } from '../../link/replay-timing.js';
import { openBoard } from '../../session/workspace.js';
import type { CliContext } from '../cli-context.js';
import { ConsoleFilter } from '../console-filter.js';
import { ConsoleKeys, type ConsoleAction } from '../console-keys.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';

const RETRY_MS = 1_000;
/** Piped input ends; the board's last words come after it. */
const LAST_WORDS_MS = 1_000;

const HELP = `Ctrl+T q       leave
Ctrl+T b       send a break
Ctrl+T l       clear the screen
Ctrl+T Ctrl+T  send Ctrl+T to the board
Ctrl+T ?       this list`;

export interface ConsoleFlags {
  readonly board?: string;
  readonly port?: string;
  readonly log?: string;
}

/** `console`: the board's own console, until Ctrl+T q or the end of the input. */
export async function boardConsole(
  context: CliContext,
  _args: readonly string[],
  flags: ConsoleFlags,
): Promise<number> {
  if (flags.board === undefined) throw new BenchError('USAGE', 'which board? --board NAME');
  const workspace = await openProject(context);
  const board = await openBoard(workspace, flags.board);
  const port = flags.port ?? board.console?.port;
  if (port === undefined) {
    throw new BenchError('USAGE', `board ${board.name} has no [console] table`);
  }
  const log = flags.log === undefined ? null : resolve(context.cwd, flags.log);
  const known = new PortMemory();
  const makeLink = (): Link =>
    createLink(port, { ...board.console, baseFolder: workspace.projectRoot, known });
  return new Console(context, makeLink, board.console?.newline ?? '\r', log).run();
}

class Console {
  private readonly filter = new ConsoleFilter();
  private readonly keys: ConsoleKeys;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private logged: Promise<void> = Promise.resolve();
  private link: Link | null = null;
  /** When the last bytes came; null before the first. */
  private lastMs: number | null = null;

  constructor(
    private readonly context: CliContext,
    private readonly makeLink: () => Link,
    newline: string,
    private readonly log: string | null,
  ) {
    this.keys = new ConsoleKeys(newline);
    this.signal = AbortSignal.any([context.signal, this.stop.signal]);
  }

  async run(): Promise<number> {
    const { context } = this;
    await this.startTiming();
    await this.connect();
    const forget = context.cleanUp.add(() => this.leave());
    try {
      if (context.isTerminal) context.output.note('connected; Ctrl+T q leaves, Ctrl+T ? helps');
      this.readKeys();
      while (!this.signal.aborted) {
        await sleep(RETRY_MS, undefined, { signal: this.signal }).catch(() => undefined);
        if (this.link === null && !this.signal.aborted) {
          // The device may come back under the same name; a new object each time.
          await this.connect().then(
            () => context.output.note('connected again'),
            () => undefined,
          );
        }
      }
      await this.logged;
      return EXIT.done;
    } finally {
      await this.leave();
      forget();
    }
  }

  /** The times have to cover a log from its first byte: what it holds already came at once. */
  private async startTiming(): Promise<void> {
    const { log } = this;
    const sizeBytes = log === null ? 0 : await sizeOf(log);
    if (log === null || sizeBytes === 0 || (await sizeOf(timingFile(log))) > 0) return;
    await appendFile(timingFile(log), timingLine({ waitMs: 0, sizeBytes })).catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const link = this.makeLink();
    link.subscribe((event) => {
      if (event.type === 'bytes') this.show(event.bytes);
      if (event.type === 'lost') {
        this.link = null;
        this.context.output.note(`\r\n${printable(event.error.message)}; waiting for it`);
      }
    });
    await link.open(this.signal);
    for (const warning of link.warnings ?? []) this.context.output.note(printable(warning));
    this.link = link;
  }

  private show(bytes: Uint8Array): void {
    const { output, isTerminal } = this.context;
    void output.data(isTerminal ? this.filter.take(bytes) : bytes);
    const { log } = this;
    if (log === null) return;
    const nowMs = performance.now();
    const timing = timingLine({
      waitMs: this.lastMs === null ? 0 : nowMs - this.lastMs,
      sizeBytes: bytes.length,
    });
    this.lastMs = nowMs;
    this.logged = this.logged
      .then(() => appendFile(log, bytes))
      .then(() => appendFile(timingFile(log), timing));
    this.logged.catch((cause: unknown) => {
      output.note(`the log cannot be written: ${cause instanceof Error ? cause.message : ''}`);
      this.stop.abort();
    });
  }

  private readKeys(): void {
    const { stdin } = process;
    if (stdin.isTTY) stdin.setRawMode(true);
    stdin.on('data', (chunk: Buffer) => {
      for (const action of this.keys.take(chunk)) this.perform(action);
    });
    stdin.once('end', () => {
      setTimeout(() => this.stop.abort(), LAST_WORDS_MS).unref();
    });
    stdin.resume();
  }

  private perform(action: ConsoleAction): void {
    const { output } = this.context;
    switch (action.do) {
      case 'quit':
        this.stop.abort();
        return;
      case 'help':
        output.note(`\r\n${HELP.replaceAll('\n', '\r\n')}\r`);
        return;
      case 'clear':
        void output.data('\u001b[2J\u001b[H');
        return;
      case 'send':
        this.link?.write(action.bytes, this.signal).catch((error: unknown) => this.tell(error));
        return;
      case 'break':
        if (this.link?.sendBreak) {
          this.link.sendBreak(this.signal).then(
            () => output.note('break sent'),
            (error: unknown) => this.tell(error),
          );
        } else output.note('this link has no break');
    }
  }

  private tell(error: unknown): void {
    if (!(error instanceof BenchError) || error.code === 'CANCELLED') return;
    this.context.output.note(error.why ? `${error.message}: ${error.why}` : error.message);
  }

  private async leave(): Promise<void> {
    if (process.stdin.isTTY) process.stdin.setRawMode(false);
    process.stdin.pause();
    await this.link?.close();
    this.link = null;
  }
}

/** In bytes; 0 for a file that is not there. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
