import { isBenchError } from '../base/bench-error.js';
import { blobId } from '../git/blob-id.js';
import { compareBlobs, pairKey, type BlobAnswer } from '../git/compare-blobs.js';
import { existingObjects } from '../git/existing-objects.js';
import type { Git } from '../git/git.js';
import type { Hunk } from '../git/parse-hunks.js';
import type { Head } from '../git/read-head.js';
import { findLayout } from '../git/repository-layout.js';
import { openScratch, type ScratchRepository } from '../git/scratch-repository.js';
import { workBlobs, type WorkBlob } from '../git/work-blobs.js';
import type { CheckedTarget } from './check-target.js';

/** A captured file whose bytes here are not those of the commit. */
export interface FileChange {
  /** From the commit to the working tree; spacing alone is no hunk. */
  readonly hunks: readonly Hunk[];
  /** False when line ends or encoding alone differ, as git's settings want it. */
  readonly isEdited: boolean;
  /** The bytes in the commit; null when the repository lacks them. */
  readonly committed: Uint8Array | null;
  /** The bytes here, in the encoding of the commit. */
  readonly worked: Uint8Array;
}

/**
 * The captured files that are not as committed, by path. Bytes are hashed here, since the index may
 * be told not to look, and compared in a scratch repository, where no setting or attribute has a
 * part; two git processes, none when nothing differs. Errors: those of `Git.run`.
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
  const layout = await findLayout(git);
  const scratch = await openScratch(git, layout.objectsFolder, head.objectFormat);
  try {
    const files = new Map(differing.map(({ target, bytes }) => [target.path, bytes]));
    const blobs = await workBlobs({ git, layout, scratch }, files);
    const pairs = differing.flatMap(({ target, entry }): Pair[] => {
      const work = blobs.get(target.path);
      return work ? [{ path: target.path, committedId: entry.id, work }] : [];
    });
    const answer = await compare(scratch, pairs);
    return new Map(pairs.map((pair) => [pair.path, changeOf(pair, answer)]));
  } finally {
    await scratch.close();
  }
}

interface Pair {
  readonly path: string;
  readonly committedId: string;
  readonly work: WorkBlob;
}

function changeOf({ committedId, work }: Pair, answer: BlobAnswer): FileChange {
  const worked = work.bytes;
  if (committedId === work.id) return { hunks: [], isEdited: false, committed: worked, worked };
  const hunks = answer.hunks.get(pairKey(committedId, work.id));
  const committed = hunks && answer.contents.get(committedId);
  return { hunks: hunks ?? [], isEdited: true, committed: committed ?? null, worked };
}

/** One process; two more when the repository lacks what the commit has in one of the files. */
async function compare(scratch: ScratchRepository, pairs: readonly Pair[]): Promise<BlobAnswer> {
  const edited = pairs.filter(({ committedId, work }) => committedId !== work.id);
  const ask = (some: readonly Pair[]): Promise<BlobAnswer> =>
    compareBlobs(scratch, {
      pairs: some.map(({ committedId, work }) => [committedId, work.id]),
      contents: some.map(({ committedId }) => committedId),
      lostTrees: [],
      nowTree: '',
    });
  if (edited.length === 0) return { hunks: new Map(), contents: new Map(), renames: [] };
  try {
    return await ask(edited);
  } catch (error) {
    if (!isBenchError(error, 'GIT_FAILED')) throw error;
    const ids = edited.map(({ committedId }) => committedId);
    const existing = await existingObjects(scratch, ids);
    const known = edited.filter(({ committedId }) => existing.has(committedId));
    if (known.length === edited.length) throw error;
    return ask(known);
  }
}
