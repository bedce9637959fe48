import { join } from 'node:path';
import type { FetchResult } from '../acquire/fetch-result.js';
import { logIn, type LinuxDialogue } from '../acquire/linux-dialogue.js';
import { fetchLinux } from '../acquire/linux-fetch.js';
import { SecretLink } from '../acquire/linux-secret-link.js';
import { zeroLinux, type ZeroLinuxResult } from '../acquire/linux-zero.js';
import { isBenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import type { CounterPlan } from '../image/counter-plan.js';
import type { Link } from '../link/link.js';
import type { TakeOptions, Zeroed } from './board-connection.js';

/** Hides from the screen what is said to a shell and what it prints for us. */
export interface ScreenGate {
  isShut: boolean;
}

/** A Linux behind an open console: its shell does what is asked, and nobody has to watch. */
export interface LinuxBoard {
  readonly link: Link;
  readonly dialogue: Omit<LinuxDialogue, 'signal'>;
  readonly gate: ScreenGate;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The password for a board: from the environment variable its profile names, or the profile. */
export function linuxPassword(board: Board, env: Environment): string | null {
  const { linux } = board;
  if (linux === null) return null;
  const fromEnv = linux.passwordEnv === null ? undefined : env[linux.passwordEnv];
  return fromEnv || (linux.password?.() ?? null);
}

/** The same link, with the password of the board taken out of whatever it echoes. */
export function withoutSecret(link: Link, password: string | null): Link {
  return password === null || password === '' ? link : new SecretLink(link, password);
}

/** Null for a board that is no Linux. */
export function linuxBoard(
  board: Board,
  link: Link,
  password: string | null,
  timeoutMs: number | null,
  gate: ScreenGate,
): LinuxBoard | null {
  if (board.linux === null) return null;
  const linux = { ...board.linux, timeoutMs: timeoutMs ?? board.linux.timeoutMs };
  const newline = board.console?.newline ?? '\r';
  return { link, gate, dialogue: { linux, newline, password } };
}

/** Logs in where the console asks. Errors: LOGIN_REFUSED and those of the link. */
export async function logInto(board: LinuxBoard, signal: AbortSignal): Promise<string> {
  return behindGate(board, async () => {
    try {
      const hasLoggedIn = await logIn(board.link, { ...board.dialogue, signal });
      const { user } = board.dialogue.linux;
      return hasLoggedIn ? `logged in as ${user ?? ''}` : 'a shell answers';
    } catch (error) {
      // A program may hold the console until the fetch.
      if (isBenchError(error, 'NO_ANSWER')) return 'no shell answers yet';
      throw error;
    }
  });
}

/** Fetches the data files. Errors: those of fetchLinux. */
export function fetchFromLinux(
  board: LinuxBoard,
  plan: CounterPlan | null,
  { rawFolder, signal, onProgress }: TakeOptions,
): Promise<FetchResult> {
  const rawFile = join(rawFolder, 'fetch.log');
  return behindGate(board, () =>
    fetchLinux(board.link, { ...board.dialogue, signal, plan, onProgress, rawFile }),
  );
}

/** Deletes the data files. Errors: those of zeroLinux. */
export async function zeroOnLinux(
  board: LinuxBoard,
  { rawFolder, signal }: TakeOptions,
): Promise<Zeroed> {
  const rawFile = join(rawFolder, 'zero.log');
  const result = await behindGate(board, () =>
    zeroLinux(board.link, { ...board.dialogue, signal, rawFile }),
  );
  const { remaining, running, warnings } = result;
  const isSure = remaining.length === 0 && running === null && warnings.length === 0;
  return { words: zeroWords(result), isSure, objects: [] };
}

function zeroWords({ deleted, remaining, running, warnings }: ZeroLinuxResult): readonly string[] {
  return [
    ...deleted.map((path) => `deleted ${path}`),
    ...remaining.map((path) => `still there: ${path}`),
    ...warnings,
    ...(running === null ? [] : [`keeps what it counted before, start it anew: ${running}`]),
    remaining.length === 0
      ? `${deleted.length === 0 ? 'there was no file to delete' : 'no file is left'}: programs that start now count from zero`
      : 'not every file is gone',
  ];
}

async function behindGate<Result>(
  { gate }: LinuxBoard,
  work: () => Promise<Result>,
): Promise<Result> {
  gate.isShut = true;
  try {
    return await work();
  } finally {
    gate.isShut = false;
  }
}
