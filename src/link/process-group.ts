import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

const STDERR_KEPT_BYTES = 4096;
const TERM_TIMEOUT_MS = 1_000;

/** A shell command with everything it starts, ended as one. */
export interface ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  /** The newest part of what it printed on stderr. */
  stderr(): string;
  /** Asks the whole group to end, then makes it. Idempotent, bounded. */
  end(): Promise<void>;
}

/**
 * Starts a command in the shell, in a process group of its own: a signal to the group reaches
 * programs the command started, which a signal to the shell alone would leave running.
 */
export function startProcessGroup(command: string, cwd: string): ProcessGroup {
  const child = spawn(command, {
    shell: true,
    cwd,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let stderr = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_KEPT_BYTES);
  });
  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  let ending: Promise<void> | null = null;
  return {
    child,
    stderr: () => stderr.toString('utf8').trim(),
    end: () => (ending ??= endGroup(child)),
  };
}

async function endGroup(child: ChildProcessWithoutNullStreams): Promise<void> {
  signalGroup(child, 'SIGTERM');
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, TERM_TIMEOUT_MS);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
  // Also when the shell is gone: what it started may still be there.
  signalGroup(child, 'SIGKILL');
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
}

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
