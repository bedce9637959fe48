import { isBenchError } from '../base/bench-error.js';
import type { Git } from '../git/git.js';
import { readBlobs } from '../git/read-blobs.js';
import { readTree } from '../git/read-tree.js';

/** The lines of a file at HEAD; none when HEAD does not have it. */
export async function readSourceLines(git: Git, path: string): Promise<readonly string[]> {
  try {
    const id = (await readTree(git)).get(path)?.id ?? '';
    const blob = (await readBlobs(git, [id])).get(id);
    const lines = blob?.toString('utf8').split(/\r?\n/) ?? [];
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch (error) {
    if (isBenchError(error)) return [];
    throw error;
  }
}
