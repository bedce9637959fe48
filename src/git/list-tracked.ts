import { BenchError } from '../base/bench-error.js';
import type { ObjectFormat } from './blob-id.js';
import type { Git } from './git.js';
import { decodePath } from './git-path.js';
import type { TreeEntry } from './read-tree.js';

/** A file in the index. */
export interface TrackedFile extends TreeEntry {
  /** False where a sparse checkout leaves the file out of the working tree. */
  readonly isCheckedOut: boolean;
  /** The index cannot answer for the file on disk: it differs, is gone, unmerged or not looked at. */
  readonly isSuspect: boolean;
}

export interface TrackedFiles {
  readonly files: ReadonlyMap<string, TrackedFile>;
  readonly objectFormat: ObjectFormat;
}

// Stat pins: a repository may tell git to look at less than it can see.
const STAT_PINS = ['-c', 'core.trustctime=true', '-c', 'core.checkStat=default'];

/**
 * What the index holds below the folder git stands in, by path relative to that folder, and which
 * of it the working tree seems to contradict; one process. `fallbackFormat` is for an empty index.
 * Errors: those of `Git.run`.
 */
export async function listTracked(git: Git, fallbackFormat: ObjectFormat): Promise<TrackedFiles> {
  const args = [...STAT_PINS, 'ls-files', '-s', '-z', '-v', '-c', '-d', '-m'];
  return parseTracked((await git.run(args)).stdout, fallbackFormat);
}

/**
 * Reads `ls-files -s -z -v -c -d -m`: `TAG mode id stage TAB path NUL`, one record a stage and one
 * more each for a file that is changed (C) or removed (R). A small tag is assume-unchanged.
 */
export function parseTracked(output: Buffer, fallbackFormat: ObjectFormat): TrackedFiles {
  const files = new Map<string, TrackedFile>();
  let idLength = fallbackFormat === 'sha256' ? 64 : 40;
  for (let at = 0; at < output.length;) {
    const tab = output.indexOf(9, at);
    const end = output.indexOf(0, at);
    if (tab < 0 || end < 0 || tab > end) {
      throw new BenchError('GIT_FAILED', 'git listed the index in a way that cannot be read', {
        why: `no complete record at byte ${at}`,
      });
    }
    const [tag = '', mode = '', id = '', stage = ''] = output
      .toString('latin1', at, tab)
      .split(' ');
    const path = decodePath(output.subarray(tab + 1, end));
    const known = files.get(path);
    files.set(path, {
      mode: known?.mode ?? mode,
      id: known?.id ?? id,
      isCheckedOut: (known?.isCheckedOut ?? true) && !/^[Ss]$/.test(tag),
      isSuspect: (known?.isSuspect ?? false) || tag !== 'H' || stage !== '0',
    });
    idLength = id.length;
    at = end + 1;
  }
  return { files, objectFormat: idLength === 64 ? 'sha256' : 'sha1' };
}
