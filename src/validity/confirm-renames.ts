import { firstAdditions } from '../git/first-additions.js';
import type { Git } from '../git/git.js';
import type { TreeChange } from '../git/raw-changes.js';
import { STORE_FOLDER } from '../store/store-folder.js';
import type { CapturedPath } from './captured-path.js';
import { isPlain, type Placement } from './placement.js';

/** A file whose base commit is gone, and where one like it is now. */
export interface FoundRename {
  readonly one: CapturedPath;
  readonly change: TreeChange;
}

/**
 * Decides which files of lost commits count as renamed. A sister file that was there all along is no
 * rename, and to credit it would be a lie; so a similar file has to have come into the history after
 * the capture was committed, and one with the same content must not be known to have come before (a
 * shallow clone does not tell). At most one process. Errors: those of `Git.run`.
 */
export async function confirmRenames(
  git: Git,
  found: readonly FoundRename[],
): Promise<ReadonlyMap<CapturedPath, Placement>> {
  const paths = found.flatMap(({ one, change }) => [storePath(one), change.newPath]);
  const ranks =
    paths.length === 0 ? new Map<string, number>() : await firstAdditions(git, [...new Set(paths)]);
  const placements = new Map<CapturedPath, Placement>();
  for (const { one, change } of found) {
    const captured = ranks.get(storePath(one));
    const came = ranks.get(change.newPath) ?? 0;
    const isRenamed =
      change.oldId === change.newId
        ? captured === undefined || came <= captured
        : captured !== undefined && came < captured;
    if (isPlain(change.newMode) && isRenamed) {
      const { newPath: path, oldId, newId } = change;
      placements.set(one, { kind: 'placed', path, oldId, newId });
    }
  }
  return placements;
}

function storePath({ stored }: CapturedPath): string {
  return `${STORE_FOLDER}/${stored.file}`;
}
