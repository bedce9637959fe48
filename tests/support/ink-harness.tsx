import { EventEmitter } from 'node:events';
import { render } from 'ink';
import { stripVTControlCharacters } from 'node:util';
import { CLEAR_SCREEN } from '../../tui/alt-screen.js';
import { App } from '../../tui/App.js';
import { parseKeys } from '../../tui/parse-keys.js';
import { startState } from '../../tui/ui-state.js';
import { Wizard } from '../../tui/wizard.js';
import type { FakeDesk } from './fake-session.js';

process.env.TZ = 'UTC';

/** A terminal that is only a size and the last frame written to it. */
class FakeTerminal extends EventEmitter {
  readonly isTTY = true;
  frame = '';
  constructor(
    public columns: number,
    public rows: number,
  ) {
    super();
  }
  write(text: string): boolean {
    // Ctrl+L clears the terminal; what comes back in this mode is not a frame.
    if (!text.startsWith(CLEAR_SCREEN)) this.frame = text;
    return true;
  }
}

export interface MountOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly isAscii?: boolean;
  readonly board?: string | null;
  readonly editText?: (text: string) => Promise<string | null>;
}

/** The mounted wizard: keys in, screen out. */
export interface Mounted {
  readonly wizard: Wizard;
  readonly exits: number[];
  /** The frame without colours. */
  screen(): string;
  /** The frame as written, colours included. */
  raw(): string;
  /** Terminal input, one call a read. */
  press(...input: string[]): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Waits for text on the screen; fails with the screen when it does not come. */
  waitFor(text: string): Promise<void>;
  settle(): Promise<void>;
  close(): void;
}

const PAUSE_MS = 10;
const PATIENCE_MS = 8_000;

/** Mounts the wizard's screens on a fake terminal. */
export async function mount(desk: FakeDesk, options: MountOptions = {}): Promise<Mounted> {
  const { columns = 80, rows = 24, isAscii = false } = options;
  const terminal = new FakeTerminal(columns, rows);
  const exits: number[] = [];
  const nowMs = Date.parse('2026-11-30T14:12:35Z');
  const wizard = new Wizard(startState({ columns, rows, isAscii, projectName: 'fw', nowMs }), {
    desk,
    nowMs: () => nowMs,
    editText: options.editText ?? (() => Promise.resolve(null)),
    suspend: () => undefined,
    exit: (code) => void exits.push(code),
  });
  const stdout = terminal as unknown as NodeJS.WriteStream;
  const ink = render(<App wizard={wizard} />, {
    stdout,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const screen = (): string => stripVTControlCharacters(terminal.frame);
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const settle = async (): Promise<void> => {
    // Longer than a repaint, so that what the session answered is on the screen.
    for (let turn = 0; turn < 12; turn += 1) await pause();
  };
  await wizard.open({ board: options.board ?? null, resume: null });
  await settle();
  return {
    wizard,
    exits,
    screen,
    raw: () => terminal.frame,
    press: async (...input) => {
      for (const text of input) {
        for (const key of parseKeys(text, true).keys) wizard.press(key);
        await pause();
      }
    },
    resize: async (nextColumns, nextRows) => {
      terminal.columns = nextColumns;
      terminal.rows = nextRows;
      wizard.dispatch({ type: 'resize', columns: nextColumns, rows: nextRows });
      terminal.emit('resize');
      await pause();
    },
    waitFor: async (text) => {
      const deadline = Date.now() + PATIENCE_MS;
      while (!screen().includes(text)) {
        if (Date.now() > deadline) throw new Error(`no "${text}" on the screen:\n${screen()}`);
        await pause();
      }
    },
    settle,
    close: () => ink.unmount(),
  };
}
