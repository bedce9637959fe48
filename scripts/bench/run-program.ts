import { spawn } from 'node:child_process';

/** How a program ended and what it printed. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; its messages are in English. Null when it is not installed. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly timeoutMs: number },
): Promise<ProgramResult | null> {
  const child = spawn(command, args, {
    ...options,
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  const texts = [child.stdout, child.stderr].map(async (stream) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  });
  const exitCode = await new Promise<number | null | undefined>((resolve) => {
    child.once('error', () => resolve(undefined)).once('close', (code) => resolve(code));
  });
  if (exitCode === undefined) return null;
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { exitCode, stdout, stderr };
}

/** Runs a program that has to be there and to succeed; gives what it printed. */
export async function runOrFail(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly timeoutMs: number },
): Promise<string> {
  const result = await runProgram(command, args, options);
  if (result === null) throw new Error(`${command} is not installed`);
  if (result.exitCode !== 0) {
    throw new Error(`${command} ended with ${result.exitCode}: ${result.stderr.slice(0, 2000)}`);
  }
  return result.stdout;
}
