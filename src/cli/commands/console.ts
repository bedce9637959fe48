import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../../base/bench-error.js';
import { printable } from '../../base/printable.js';
import { createLink } from '../../link/create-link.js';
import type { Link } from '../../link/link.js';
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
  const makeLink = (): Link =>
    createLink(port, { ...board.console, baseFolder: workspace.projectRoot });
  return new Console(context, makeLink, board.console?.newline ?? '\r', log).run();
}

class Console {
  private readonly filter = new ConsoleFilter();
  private readonly keys: ConsoleKeys;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private logged: Promise<void> = Promise.resolve();
  private link: Link | null = null;

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
    this.link = link;
  }

  private show(bytes: Uint8Array): void {
    const { output, isTerminal } = this.context;
    void output.data(isTerminal ? this.filter.take(bytes) : bytes);
    const { log } = this;
    if (log === null) return;
    this.logged = this.logged.then(() => appendFile(log, bytes));
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
        this.link?.write(action.bytes, this.signal).catch((error: unknown) => {
          if (error instanceof BenchError && error.code !== 'CANCELLED') output.note(error.message);
        });
    }
  }

  private async leave(): Promise<void> {
    if (process.stdin.isTTY) process.stdin.setRawMode(false);
    process.stdin.pause();
    await this.link?.close();
    this.link = null;
  }
}
