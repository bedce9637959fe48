import { BenchError } from '../base/bench-error.js';
import { consoleState, isLoginRefused } from '../wire/linux-prompt.js';
import { linuxConsoleText } from '../wire/linux-console-text.js';
import type { LinuxConsole } from './linux-console.js';

/** Who to log in as where a console asks. */
export interface LinuxUser {
  readonly user: string | null;
  /** Null where there is none. */
  readonly password: string | null;
}

/** What is typed at a console may wait for a program of the board: nothing may be added to it. */
const KILL_LINE = '\u0015';
/** A prompt is whole when nothing followed it for so long. */
const QUIET_MS = 400;
/** The rest of a line of an answer comes at once. */
const ANSWER_QUIET_MS = 100;
/** After a user name or a password: `login` may think that long before it says anything. */
const VERDICT_MS = 12_000;
const MOST_ROUNDS = 40;

/** How long a console is waited for that says nothing. */
export interface Patience {
  readonly probeMs: number;
  readonly probes: number;
}

const PATIENT: Patience = { probeMs: 3_000, probes: 3 };

/** A shell that answers. */
export interface ReachedShell {
  readonly hasLoggedIn: boolean;
}

/**
 * Gets to a shell prompt of any kind: logs in where the console asks for it, and leaves a shell of
 * an earlier dialogue that was cut off. A half-typed line is dropped, not run.
 * Errors: LOGIN_REFUSED, NO_ANSWER, LINK_LOST, CANCELLED, TIMED_OUT.
 */
export async function reachShell(
  console: LinuxConsole,
  { user, password }: LinuxUser,
  session: string,
  { probeMs, probes: mostProbes }: Patience = PATIENT,
): Promise<ReachedShell> {
  let hasSentUser = false;
  let hasSentPassword = false;
  let probes = 0;
  let blanks = 0;
  await console.press(KILL_LINE);
  await console.send(['']);
  let text = await untilQuiet(console, QUIET_MS, probeMs);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const state = consoleState(text);
    if (hasSentUser && isLoginRefused(text)) throw refused(console, 'the log-in was refused');
    if (state === 'login') {
      if (user === null) throw refused(console, 'it asks for a user and [linux] names none');
      if (hasSentPassword) throw refused(console, 'the log-in was refused');
      hasSentUser = true;
      await console.send([Buffer.from(user, 'utf8').toString('latin1')]);
      text = await untilQuiet(console, QUIET_MS, VERDICT_MS, isSaid);
      continue;
    }
    if (state === 'password' && hasSentUser) {
      if (password === null) throw refused(console, 'it asks for a password and there is none');
      if (hasSentPassword) throw refused(console, 'the log-in was refused');
      hasSentPassword = true;
      await console.send([Buffer.from(password, 'utf8').toString('latin1')]);
      text = await untilQuiet(console, QUIET_MS, VERDICT_MS, isSaid);
      continue;
    }
    if (state === 'password') {
      // Somebody began to log in: an empty password brings the first question back.
      await console.send(['']);
      text = await untilQuiet(console, QUIET_MS, VERDICT_MS, isSaid);
      continue;
    }
    if (probes >= mostProbes) break;
    if (state === 'blank' && blanks === 0 && !hasSentUser) {
      blanks += 1;
      await console.send(['']);
      text = await untilQuiet(console, QUIET_MS, probeMs);
      continue;
    }
    probes += 1;
    const word = `OB${session}-P${probes}`;
    await console.send([`echo OB''${word.slice(2)}:"\${OTTO_BENCH_TTY-}":`]);
    text = await untilQuiet(console, ANSWER_QUIET_MS, probeMs, (seen) => seen.includes(`${word}:`));
    const [, leftTty] = new RegExp(`${word}:([^:\\n]*(?::[0-9a-f]+)*):`).exec(
      linuxConsoleText(text),
    ) ?? [undefined, undefined];
    if (leftTty === '') return { hasLoggedIn: hasSentUser };
    if (leftTty === undefined) continue;
    await leaveOldShell(console, leftTty, probeMs);
    probes = 0;
    text = 'left';
  }
  throw new BenchError('NO_ANSWER', `no shell answers on ${console.name}`, {
    why: console.lastSeen(),
    hints: [
      'a program that holds the console has to end, or go to the background, first',
      'check baud and newline in [console] of the board profile',
    ],
  });
}

/** A shell of ours whose console was cut off is still there and says nothing of itself. */
async function leaveOldShell(console: LinuxConsole, tty: string, mostMs: number): Promise<void> {
  const isSettings = /^[0-9a-f:]+$/.test(tty);
  await console.send([isSettings ? `stty ${tty}; exit` : 'exit']);
  await untilQuiet(console, QUIET_MS, mostMs, isSaid);
}

function isSaid(text: string): boolean {
  return linuxConsoleText(text).split('\n').at(-1)?.trim() !== '';
}

/** What comes until the console is quiet; before `isEnough` says so quiet alone is not enough. */
async function untilQuiet(
  console: LinuxConsole,
  quietMs: number,
  mostMs: number,
  isEnough: (text: string) => boolean = () => true,
): Promise<string> {
  const deadlineMs = performance.now() + mostMs;
  let text = '';
  for (;;) {
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) return text;
    const isDone = text !== '' && isEnough(text);
    const came = await console.receive(isDone ? Math.min(quietMs, leftMs) : leftMs);
    if (came === null) return text;
    text = (text + came).slice(-64 * 1024);
  }
}

function refused(console: LinuxConsole, why: string): BenchError {
  return new BenchError('LOGIN_REFUSED', `cannot log in on ${console.name}`, {
    why: `${why}; ${console.lastSeen()}`,
    hints: [
      'user, password and password_env in [linux] of the board profile say who to log in as',
      'or log in by hand first: otto-bench console',
    ],
  });
}
