import type { BoardLinux, Newline } from '../board/board.js';
import type { Link } from '../link/link.js';
import { LinuxConsole } from './linux-console.js';
import { reachShell, type Patience } from './linux-login.js';
import { LinuxShell, sessionWord } from './linux-shell.js';
import type { RawFile } from './raw-file.js';

/** What a dialogue with a Linux board needs beside its link. */
export interface LinuxDialogue {
  readonly linux: BoardLinux;
  readonly newline: Newline;
  /** Null where there is none. */
  readonly password: string | null;
  readonly signal: AbortSignal;
  /** Where the board lists its processes. */
  readonly procFolder?: string;
}

/**
 * Works with a shell on a console and gives it back as it was, whatever happens.
 * Errors: those of `LinuxShell.enter` and of the work.
 */
export async function withLinuxShell<Result>(
  link: Link,
  dialogue: LinuxDialogue,
  raw: RawFile | null,
  work: (shell: LinuxShell) => Promise<Result>,
  onBytes?: (receivedBytes: number) => void,
): Promise<Result> {
  const { linux, password, signal } = dialogue;
  const console = new LinuxConsole(link, lineEnd(dialogue), raw, signal, onBytes);
  const shell = new LinuxShell(console, {
    user: linux.user,
    password,
    idleTimeoutMs: linux.idleTimeoutMs,
    deadlineMs: performance.now() + linux.timeoutMs,
  });
  try {
    await shell.enter();
    return await work(shell);
  } finally {
    await shell.leave();
    console.close();
  }
}

/** On connecting a program may hold the console, and nobody wants to wait for it. */
const BRIEFLY: Patience = { probeMs: 1_000, probes: 2 };

/** Logs in where the console asks for it; true when it did. Errors: those of reachShell. */
export async function logIn(link: Link, dialogue: LinuxDialogue): Promise<boolean> {
  const { linux, password, signal } = dialogue;
  const console = new LinuxConsole(link, lineEnd(dialogue), null, signal);
  try {
    const reached = await reachShell(
      console,
      { user: linux.user, password },
      sessionWord(),
      BRIEFLY,
    );
    return reached.hasLoggedIn;
  } finally {
    console.close();
  }
}

/** A terminal takes CR LF for two line ends, and a second one would be an empty password. */
function lineEnd({ newline }: LinuxDialogue): '\r' | '\n' {
  return newline === '\n' ? '\n' : '\r';
}
