import { resolve } from 'node:path';
import type { Git } from './git.js';

/**
 * A folder of that name inside git's own, one per working tree and never committed; absolute. It
 * need not exist. Errors: those of `Git.run`.
 */
export async function readPrivateFolder(git: Git, name: string): Promise<string> {
  const { stdout } = await git.run(['rev-parse', '--git-path', name]);
  return resolve(git.cwd, stdout.toString('utf8').replace(/\n$/, ''));
}
