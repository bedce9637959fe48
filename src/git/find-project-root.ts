import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Git } from './git.js';

/**
 * The folder that owns the evidence: the nearest one with a `.otto` folder at or above where git
 * was opened, but inside the working tree; else that folder itself when the user named it
 * (`isExplicit`), else the top of the working tree. Absolute, links resolved; one process.
 * Errors: those of `Git.run`.
 */
export async function findProjectRoot(git: Git, isExplicit = false): Promise<string> {
  const shown = (await git.run(['rev-parse', '--show-toplevel'])).stdout.toString();
  const toplevel = await realpath(shown.replace(/\n$/, ''));
  const start = await realpath(resolve(git.cwd));
  const depth = relative(toplevel, start).split(sep).filter(Boolean).length;
  let folder = start;
  for (let step = 0; step <= depth; step += 1) {
    if (await ownsEvidence(folder)) return folder;
    folder = dirname(folder);
  }
  return isExplicit ? start : toplevel;
}

async function ownsEvidence(folder: string): Promise<boolean> {
  return await lstat(join(folder, '.otto')).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
