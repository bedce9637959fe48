import { basename } from 'node:path';
import { BenchError } from '../src/base/bench-error.js';
import { editText } from './edit-text.js';
import type { Face } from './face.js';
import { linearFace } from './linear-face.js';
import { startState } from './ui-state.js';
import { Wizard } from './wizard.js';
import type { WizardOptions } from './wizard-options.js';

const TICK_MS = 1_000;
const HANG_UP = 129;

/**
 * Runs the guided session on a terminal and gives its exit code: 0, or 130 after Ctrl+C twice, 129
 * when the terminal went away. The session is closed and the terminal restored on every way out.
 * Errors: NOT_A_TTY, TERMINAL_SIZE.
 */
export async function startWizard(options: WizardOptions): Promise<number> {
  const stdin = options.stdin ?? process.stdin;
  const stdout = options.stdout ?? process.stdout;
  checkTerminal(stdin, stdout);

  let end: (code: number) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const ended = new Promise<number>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const state = startState({
    columns: stdout.columns,
    rows: stdout.rows,
    isAscii: options.ascii,
    projectName: basename(options.projectRoot),
    nowMs: Date.now(),
  });
  const onEnd = (): void => end(HANG_UP);
  const wizard = new Wizard(state, {
    desk: options.desk,
    nowMs: () => Date.now(),
    editText: (text) => withoutFace(() => editText(text, options.env)),
    suspend: () => void withoutFace(suspendHere),
    exit: (code) => end(code),
  });
  const face = await chooseFace(options, wizard, stdin, stdout, onEnd, (error) => fail(error));

  /** Hands the terminal to somebody else and takes it back. */
  async function withoutFace<T>(work: () => T | Promise<T>): Promise<T> {
    face.close();
    try {
      return await work();
    } finally {
      face.open();
    }
  }

  const leave = async (): Promise<void> => {
    face.close();
    await wizard.close();
  };
  const forget = options.addCleanUp(leave);
  const onAbort = (): void => end(130);
  options.signal.addEventListener('abort', onAbort);
  // A terminal that went away takes no more bytes, and that is no reason to crash.
  stdout.on('error', onEnd);
  const tick = setInterval(() => wizard.dispatch({ type: 'tick', nowMs: Date.now() }), TICK_MS);
  try {
    face.open();
    if (options.signal.aborted) onAbort();
    void wizard.open({ board: options.board ?? null, resume: options.resume ?? null });
    return await ended;
  } finally {
    clearInterval(tick);
    options.signal.removeEventListener('abort', onAbort);
    await leave();
    stdout.off('error', onEnd);
    forget();
  }
}

function checkTerminal(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): void {
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new BenchError('NOT_A_TTY', 'the guided session needs a terminal', {
      hints: ['use a command, e.g. otto-bench capture --help'],
    });
  }
  if (!stdout.columns || !stdout.rows) {
    throw new BenchError('TERMINAL_SIZE', 'the terminal does not say how large it is', {
      why: `it reports ${stdout.columns ?? 0} columns and ${stdout.rows ?? 0} rows`,
      hints: ['stty cols 80 rows 24'],
    });
  }
}

/** Lines for dumb terminals and screen readers, else the full screen. */
async function chooseFace(
  options: WizardOptions,
  wizard: Wizard,
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  onEnd: () => void,
  onFail: (error: unknown) => void,
): Promise<Face> {
  const { env } = options;
  if (env.TERM === 'dumb' || env.INK_SCREEN_READER === 'true') {
    return linearFace(wizard, stdin, stdout, onEnd);
  }
  if (!options.color) process.env.FORCE_COLOR = '0';
  const { screenFace } = await import('./screen-face.js');
  return screenFace(wizard, stdin, stdout, onEnd, onFail);
}

/** Stops the whole job as Ctrl+Z would; the timer goes on when somebody continues it. */
function suspendHere(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  // In an orphaned process group the kernel ignores the stop, and the wait is all that happens.
  return new Promise((resolve) => setTimeout(resolve, 50));
}
