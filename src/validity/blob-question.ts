import { isBenchError } from '../base/bench-error.js';
import { compareBlobs, pairKey, type BlobAnswer, type BlobQuestion } from '../git/compare-blobs.js';
import type { TreeEntry } from '../git/read-tree.js';
import type { ScratchRepository } from '../git/scratch-repository.js';
import type { StoredCapture } from '../store/stored-capture.js';
import type { CapturedPath } from './captured-path.js';
import type { FoundRename } from './confirm-renames.js';
import type { NowTree } from './now-tree.js';
import { isPlain, type Placement } from './placement.js';

/** What one comparison has to answer, and the captured files that `lostTrees` are to find. */
export async function blobQuestion(
  placed: ReadonlyMap<CapturedPath, Placement | null>,
  { now, nowTree }: { readonly now: NowTree; readonly nowTree: string },
  exists: (id: string) => boolean,
) {
  const pairs = new Map<string, readonly [string, string]>();
  const contents = new Set<string>();
  const searched = new Map<StoredCapture, CapturedPath[]>();
  for (const [one, placement] of placed) {
    if (placement === null) {
      searched.set(one.stored, [...(searched.get(one.stored) ?? []), one]);
      if (one.file.blob !== null) contents.add(one.file.blob);
    } else if (placement.kind === 'placed') {
      const { oldId, newId, path } = placement;
      if (oldId !== newId) {
        pairs.set(pairKey(oldId, newId), [oldId, newId]);
        contents.add(oldId).add(newId);
      } else if (exists(oldId) && (await now.bytesOf(path)) === null) contents.add(oldId);
    }
  }
  const lostTrees = [...searched.keys()].map((stored) => treeOfCapture(stored, exists));
  const question: BlobQuestion = { pairs: [...pairs.values()], contents, lostTrees, nowTree };
  return { question, searched };
}

/** What is known of a lost commit: the files one capture recorded. */
function treeOfCapture(
  { capture }: StoredCapture,
  exists: (id: string) => boolean,
): Map<string, TreeEntry> {
  const files = new Map<string, TreeEntry>();
  for (const [path, { blob }] of capture.files) {
    if (blob !== null && exists(blob)) files.set(path, { mode: '100644', id: blob });
  }
  return files;
}

/**
 * Asks in one process, or in none when there is nothing to ask. Looking for renames reads files no
 * capture names; when one of those is missing, a second process does without (`mayFollow` false: at
 * once), and the searched files count as gone.
 */
export async function askBlobs(
  scratch: ScratchRepository,
  question: BlobQuestion,
  mayFollow: boolean,
): Promise<BlobAnswer> {
  const contents = [...question.contents];
  const lostTrees = mayFollow ? question.lostTrees : [];
  if (question.pairs.length + contents.length + lostTrees.length === 0) {
    return { hunks: new Map(), contents: new Map(), renames: [] };
  }
  try {
    return await compareBlobs(scratch, { ...question, contents, lostTrees });
  } catch (error) {
    if (lostTrees.length === 0 || !isBenchError(error, 'GIT_FAILED')) throw error;
    return await compareBlobs(scratch, { ...question, contents, lostTrees: [] });
  }
}

/** Which of the searched files git sees under another name now. */
export function foundRenames(
  searched: ReadonlyMap<StoredCapture, readonly CapturedPath[]>,
  answer: BlobAnswer,
): FoundRename[] {
  return [...searched.values()].flatMap((paths, index) =>
    paths.flatMap((one) => {
      const change = answer.renames[index]?.find(({ oldPath }) => oldPath === one.path);
      return change && isPlain(change.newMode) ? [{ one, change }] : [];
    }),
  );
}
