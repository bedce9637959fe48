import { spawn } from '@lydell/node-pty';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScreenOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  /** Added to a clean environment; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A program on a real pseudo-terminal and the screen a person would see. */
export interface PtyScreen {
  readonly pid: number;
  write(text: string): void;
  /** The visible rows without trailing spaces. */
  lines(): readonly string[];
  screen(): string;
  /** All bytes the program wrote. */
  bytes(): string;
  resize(columns: number, rows: number): void;
  /** Waits for text, never for time; fails with the last screen. */
  waitFor(text: string | RegExp): Promise<void>;
  /** True while the alternate screen is shown. */
  isAlternate(): boolean;
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number }>;
  /** The program's exit; fails with the last screen when it does not come. */
  exit(): Promise<{ readonly exitCode: number; readonly signal: number }>;
  close(): Promise<void>;
}

const PATIENCE_MS = 25_000;
const POLL_MS = 20;

/** Starts a program on a terminal of the given size, in an environment as on a desk. */
export function openScreen(
  file: string,
  args: readonly string[],
  options: ScreenOptions,
): PtyScreen {
  const child = spawn(file, [...args], {
    cols: options.columns,
    rows: options.rows,
    cwd: options.cwd,
    env: desk(options.env ?? {}),
  });
  const terminal = new xterm.Terminal({
    cols: Math.max(1, options.columns),
    rows: Math.max(1, options.rows),
    scrollback: 1000,
    allowProposedApi: true,
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  let written = '';
  let isGone = false;
  child.onData((data) => {
    written += data;
    terminal.write(data);
  });
  // Answers to questions of the program, such as for the cursor's position.
  terminal.onData((data) => isGone || child.write(data));
  const exited = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      isGone = true;
      resolve({ exitCode, signal: signal ?? 0 });
    });
  });
  const lines = (): readonly string[] => {
    const buffer = terminal.buffer.active;
    return Array.from({ length: terminal.rows }, (_, row) =>
      (buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  };
  const screen = (): string => lines().join('\n');
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const holds = (text: string | RegExp): boolean =>
    typeof text === 'string' ? screen().includes(text) : text.test(screen());
  return {
    pid: child.pid,
    write: (text) => child.write(text),
    lines,
    screen,
    bytes: () => written,
    resize: (columns, rows) => {
      terminal.resize(columns, rows);
      child.resize(columns, rows);
    },
    waitFor: async (text) => {
      const deadline = Date.now() + PATIENCE_MS;
      while (!holds(text)) {
        if (Date.now() > deadline)
          throw new Error(`no ${String(text)} on the screen:\n${screen()}`);
        await sleep(POLL_MS);
      }
    },
    isAlternate: () => terminal.buffer.active.type === 'alternate',
    exited,
    exit: async () => {
      const timeout = sleep(PATIENCE_MS).then(() => null);
      const result = await Promise.race([exited, timeout]);
      if (result === null) throw new Error(`the program did not end:\n${screen()}`);
      // What it wrote last may still be on its way into the screen.
      await new Promise<void>((resolve) => terminal.write('', resolve));
      return result;
    },
    close: async () => {
      if (!isGone) {
        process.kill(child.pid, 'SIGKILL');
        await exited;
      }
      terminal.dispose();
    },
  };
}

/** A desk's environment: no CI, no test runner, no git settings of this machine. */
function desk(more: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const home = mkdtempSync(join(tmpdir(), 'otto-home-'));
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ana Ruiz\n\temail = ana@example.com\n');
  const wanted: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...more,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
