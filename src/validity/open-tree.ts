import type { ObjectFormat } from '../git/blob-id.js';
import type { Git } from '../git/git.js';
import { commitObject, treeObjects } from '../git/git-object.js';
import { listTracked } from '../git/list-tracked.js';
import { findLayout, type RepositoryLayout } from '../git/repository-layout.js';
import { openScratch, type ScratchRepository } from '../git/scratch-repository.js';
import { readWorkTree, type NowTree } from './now-tree.js';

/** The tree that is asked about, ready to be compared in a scratch repository. */
export interface OpenTree {
  readonly layout: RepositoryLayout;
  readonly scratch: ScratchRepository;
  readonly now: NowTree;
  readonly nowTree: string;
  readonly nowCommit: string;
}

export interface TreeQuestion {
  readonly git: Git;
  /** Absolute path of the folder that owns `.otto`; git stands in it. */
  readonly projectRoot: string;
  /** Files whose bytes decide, whatever the index believes of them. */
  readonly paths: Iterable<string>;
  /** What the ids of a repository without any file have. */
  readonly likelyFormat: ObjectFormat;
}

/**
 * Reads the working tree into a scratch repository, gives it to `work`, and takes the scratch
 * repository away again. Errors: those of `Git.run`, and of `work`.
 */
export async function withWorkTree<Result>(
  { git, projectRoot, paths, likelyFormat }: TreeQuestion,
  work: (tree: OpenTree) => Promise<Result>,
): Promise<Result> {
  const tracked = await listTracked(git, likelyFormat);
  const layout = await findLayout(git);
  const scratch = await openScratch(git, layout.objectsFolder, tracked.objectFormat);
  try {
    const now = await readWorkTree({ git, layout, scratch, tracked, projectRoot, paths });
    const objects = treeObjects(now.files, tracked.objectFormat);
    for (const object of objects) scratch.write(object);
    const nowTree = objects.at(-1)?.id ?? '';
    const nowCommit = writeCommit(scratch, nowTree, layout.prefix);
    return await work({ layout, scratch, now, nowTree, nowCommit });
  } finally {
    await scratch.close();
  }
}

/** A commit that holds the project's tree where the project lies in the repository. */
function writeCommit(scratch: ScratchRepository, treeId: string, prefix: string): string {
  let root = treeId;
  if (prefix !== '') {
    const files = new Map([[prefix.slice(0, -1), { mode: '40000', id: treeId }]]);
    const objects = treeObjects(files, scratch.objectFormat);
    for (const object of objects) scratch.write(object);
    root = objects.at(-1)?.id ?? '';
  }
  return scratch.write(commitObject(root, scratch.objectFormat));
}
