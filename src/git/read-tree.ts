import { BenchError } from '../base/bench-error.js';
import type { Git } from './git.js';
import { decodePath } from './git-path.js';

/** One name in a tree. Modes: `100644`, `100755`, `120000` link, `160000` submodule. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/**
 * Every file of a commit below the folder git stands in, by path relative to that folder, in git's
 * order; one process. `revision` is HEAD or a full object id.
 * Errors: BAD_REVISION, and those of `Git.run`.
 */
export async function readTree(
  git: Git,
  revision = 'HEAD',
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (!/^(?:HEAD|[0-9a-f]{40}|[0-9a-f]{64})$/.test(revision)) {
    throw new BenchError('BAD_REVISION', `${JSON.stringify(revision)} is not a full object id`);
  }
  return parseTree((await git.run(['ls-tree', '-r', '-z', revision])).stdout);
}

/** Reads `ls-tree -r -z`: `mode type id TAB path NUL` a record. */
export function parseTree(output: Buffer): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < output.length;) {
    const tab = output.indexOf(9, at);
    const end = output.indexOf(0, at);
    if (tab < 0 || end < 0 || tab > end) {
      throw new BenchError('GIT_FAILED', 'git listed a tree in a way that cannot be read', {
        why: `no complete record at byte ${at}`,
      });
    }
    const [mode = '', , id = ''] = output.toString('latin1', at, tab).split(' ');
    entries.set(decodePath(output.subarray(tab + 1, end)), { mode, id });
    at = end + 1;
  }
  return entries;
}
