import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { CliContext } from './cli-context.js';

/**
 * Works in a temporary folder of our own that only this user can enter, and removes it on every way
 * out, Ctrl+C as well. Errors: FILE_UNWRITABLE, and those of `work`.
 */
export async function withPrivateFolder<Result>(
  context: CliContext,
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await makeFolder(prefix);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const forget = context.cleanUp.add(remove);
  try {
    return await work(folder);
  } finally {
    await remove();
    forget();
  }
}

async function makeFolder(prefix: string): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), prefix));
  } catch (cause) {
    throw new BenchError('FILE_UNWRITABLE', `cannot make a folder in ${tmpdir()}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      hints: ['TMPDIR names the folder for temporary files'],
      cause,
    });
  }
}
