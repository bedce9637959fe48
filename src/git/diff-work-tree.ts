import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectFormat } from './blob-id.js';
import { DIFF_OPTIONS } from './diff-options.js';
import type { Git } from './git.js';
import { indexFile } from './index-file.js';
import { parseDiff, type FileDiff } from './parse-diff.js';
import type { TreeEntry } from './read-tree.js';

/**
 * How files of a commit differ from what lies in the working tree now, spacing aside; one process
 * for all of them. Paths are from the top of the working tree. A file that reads the same after
 * git's own filters (line ends, encodings) is not in the answer.
 *
 * The comparison runs over a throw-away index, because the real one may say "do not look"
 * (assume-unchanged, skip-worktree) or trust a time stamp that lies. Errors: those of `Git.run`.
 */
export async function diffWorkTree(
  git: Git,
  files: ReadonlyMap<string, TreeEntry>,
  objectFormat: ObjectFormat,
): Promise<readonly FileDiff[]> {
  const folder = await mkdtemp(join(tmpdir(), 'otto-bench-index-'));
  try {
    const path = join(folder, 'index');
    await writeFile(path, indexFile(files, objectFormat));
    const { stdout } = await git.run(['diff', ...DIFF_OPTIONS, '--no-renames', '--no-relative'], {
      env: { GIT_INDEX_FILE: path },
    });
    return parseDiff(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
