import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built program, as `npm test` builds it. */
export const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  /** Added to PATH and HOME; nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The reader of stdout goes away at once. */
  readonly closeStdout?: boolean;
}

/** Runs the built program to its end with a closed environment and no terminal. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: options.cwd,
      env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    if (options.closeStdout) child.stdout.destroy();
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
