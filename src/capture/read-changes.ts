import { blobId } from '../git/blob-id.js';
import { diffWorkTree } from '../git/diff-work-tree.js';
import type { Git } from '../git/git.js';
import type { FileDiff } from '../git/parse-diff.js';
import { readBlobs } from '../git/read-blobs.js';
import type { Head } from '../git/read-head.js';
import type { CheckedTarget } from './check-target.js';

/** A captured file whose bytes here are not those of the commit. */
export interface FileChange {
  /** Null when git's filters (line ends, encodings) make the two the same. */
  readonly diff: FileDiff | null;
  /** The bytes in the commit; null when the repository lacks them. */
  readonly committed: Buffer | null;
}

/**
 * The captured files that are not as committed, by path. Bytes are hashed here, since the index may
 * be told not to look; two git processes, none when nothing differs. Errors: those of `Git.run`.
 */
export async function readChanges(
  git: Git,
  head: Head,
  checked: readonly CheckedTarget[],
): Promise<ReadonlyMap<string, FileChange>> {
  const differing = checked.filter(
    ({ bytes, entry }) => blobId(bytes, head.objectFormat) !== entry.id,
  );
  if (differing.length === 0) return new Map();
  const entries = differing.map(
    ({ target, entry }) => [`${head.prefix}${target.path}`, entry] as const,
  );
  const diffs = await diffWorkTree(git, new Map(entries), head.objectFormat);
  const byPath = new Map(diffs.map((diff) => [diff.newPath, diff]));
  const blobs = await readBlobs(
    git,
    differing.map(({ entry }) => entry.id),
  );
  return new Map(
    differing.map(({ target, entry }) => [
      target.path,
      {
        diff: byPath.get(`${head.prefix}${target.path}`) ?? null,
        committed: blobs.get(entry.id) ?? null,
      },
    ]),
  );
}
