import { spawn } from 'node:child_process';
import { BenchError } from './bench-error.js';

export interface RunOptions {
  readonly cwd?: string | undefined;
  /** The whole environment of the child; nothing else is passed on. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly stdin?: Uint8Array | string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Most bytes taken from stdout; more ends the child. */
  readonly maxOutputBytes?: number | undefined;
}

export interface RunResult {
  /** Exit code, or null when a signal ended the child. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const DEFAULT_MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/**
 * Runs one program to its end without a shell and gives its exit code and output as bytes; a
 * non-zero exit is a result, not an error. The child gets a process group of its own, so that a
 * time-out or an abort ends its children too.
 * Errors: PROGRAM_MISSING, TIMED_OUT, CANCELLED, PROGRAM_FAILED (output past the bound).
 */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) {
      reject(new BenchError('CANCELLED', `${command} was not started: cancelled`));
      return;
    }
    const child = spawn(command, [...args], {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const maxBytes = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let sizeBytes = 0;
    let failure: BenchError | undefined;

    const endGroup = (error: BenchError): void => {
      failure ??= error;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(
      () => endGroup(new BenchError('TIMED_OUT', `${command} took over ${options.timeoutMs} ms`)),
      options.timeoutMs,
    );
    const onAbort = (): void => endGroup(new BenchError('CANCELLED', `${command} was cancelled`));
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    };

    child.stdout.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) {
        endGroup(
          new BenchError('PROGRAM_FAILED', `${command} printed more than ${maxBytes} bytes`),
        );
      } else stdout.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 256) stderr.push(chunk);
    });
    // A child that ends without reading its input is not an error of ours.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin ?? '');
    child.once('error', (cause) => {
      settle();
      const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      reject(
        new BenchError(
          missing ? 'PROGRAM_MISSING' : 'PROGRAM_FAILED',
          missing ? `${command} is not installed or not on PATH` : `${command} did not start`,
          { why: cause.message, cause },
        ),
      );
    });
    child.once('close', (exitCode) => {
      settle();
      if (failure) reject(failure);
      else {
        resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
      }
    });
  });
}
