import type { CapturedFile } from '../capture/capture.js';
import { compareBlobs, pairKey, type BlobAnswer, type BlobQuestion } from '../git/compare-blobs.js';
import { existingObjects } from '../git/existing-objects.js';
import type { Git } from '../git/git.js';
import type { Hunk } from '../git/parse-hunks.js';
import type { TreeEntry } from '../git/read-tree.js';
import { hasPromisedObjects, type RepositoryLayout } from '../git/repository-layout.js';
import type { ScratchRepository } from '../git/scratch-repository.js';
import type { StoredCapture } from '../store/stored-capture.js';
import { diffStoredBases } from './diff-stored-bases.js';
import { confirmRenames, type FoundRename } from './confirm-renames.js';
import type { NowTree } from './now-tree.js';
import {
  gone,
  isPlain,
  lost,
  placeFromBase,
  placeFromBlob,
  type BaseIndex,
  type Placement,
} from './placement.js';

/** One file of one capture. */
export interface CapturedPath {
  readonly stored: StoredCapture;
  readonly path: string;
  readonly file: CapturedFile;
}

export interface Resolved extends CapturedPath {
  readonly placement: Placement;
}

export interface Resolution {
  readonly files: readonly Resolved[];
  readonly hunksOf: (oldId: string, newId: string) => readonly Hunk[];
  readonly contentOf: (id: string) => Uint8Array | null;
  /** Base commits that are not there. */
  readonly missingBases: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

export interface ResolveOptions {
  readonly git: Git;
  readonly layout: RepositoryLayout;
  readonly scratch: ScratchRepository;
  readonly now: NowTree;
  /** Trees of `now` in the scratch repository: of the project, and a commit of the whole. */
  readonly nowTree: string;
  readonly nowCommit: string;
  readonly captures: readonly StoredCapture[];
}

/**
 * Finds every captured file in the tree asked about and what changed inside it: two processes when
 * all base commits are there, up to five when some are not. Errors: those of `Git.run`.
 */
export async function resolveCaptures(options: ResolveOptions): Promise<Resolution> {
  const { scratch, now, captures } = options;
  const bases = await diffStoredBases(options);
  const all = captures.flatMap((stored) =>
    [...stored.capture.files].map(([path, file]): CapturedPath => ({ stored, path, file })),
  );
  const baseOf = ({ stored }: CapturedPath): BaseIndex | null =>
    bases.byBase.get(stored.capture.baseCommit) ?? null;
  const fromBase = new Map<CapturedPath, Placement>();
  for (const one of all) {
    const base = baseOf(one);
    if (base) fromBase.set(one, placeFromBase(one.path, one.file.blob, base, now.files));
  }
  const orphans = all.filter((one) => !fromBase.has(one));
  const mayMiss = orphans.length > 0 || (await hasPromisedObjects(options.layout.objectsFolder));
  const known = mayMiss ? await existingObjects(scratch, idsOf(all, fromBase, now.files)) : null;
  const exists = (id: string): boolean => known?.has(id) ?? true;

  const placed = new Map<CapturedPath, Placement | null>();
  for (const one of all) {
    const found = fromBase.get(one) ?? placeFromBlob(one.path, one.file.blob, now.files, exists);
    placed.set(one, found && (await settle(found, now, exists)));
  }
  const wanted = await questionOf(placed, options, exists);
  const answer = await ask(scratch, wanted.question);
  const renames = foundRenames(wanted.searched, answer);
  const confirmed = await confirmRenames(options.git, renames);
  const files = all.map((one): Resolved => {
    const placement = placed.get(one) ?? confirmed.get(one) ?? gone(one.path, now.files);
    return { ...one, placement };
  });
  return {
    files,
    hunksOf: (oldId, newId) => answer.hunks.get(pairKey(oldId, newId)) ?? [],
    contentOf: (id) => answer.contents.get(id) ?? null,
    missingBases: new Set(orphans.map(({ stored }) => stored.capture.baseCommit)),
    warnings: bases.warnings,
  };
}

function idsOf(
  all: readonly CapturedPath[],
  fromBase: ReadonlyMap<CapturedPath, Placement>,
  now: ReadonlyMap<string, TreeEntry>,
): Set<string> {
  const ids = new Set<string>();
  for (const one of all) {
    const placement = fromBase.get(one);
    if (placement?.kind === 'placed') ids.add(placement.oldId).add(placement.newId);
    if (placement === undefined) {
      for (const id of [one.file.blob, now.get(one.path)?.id]) if (id) ids.add(id);
    }
  }
  return ids;
}

/** Takes the bytes on disk for the new side, and gives up a file of which one side is not here. */
async function settle(
  placement: Placement,
  now: NowTree,
  exists: (id: string) => boolean,
): Promise<Placement> {
  if (placement.kind === 'lost') return placement;
  const reason = now.unreadable.get(placement.path);
  if (reason !== undefined) return lost('unreachable', `the file cannot be read: ${reason}`);
  const newId = await now.verify(placement.path, placement.newId);
  if (newId === placement.oldId) return { ...placement, newId };
  if (!exists(placement.oldId)) return lost('unreachable', 'its recorded content is not here');
  if (newId === placement.newId && !exists(newId)) {
    return lost('unreachable', 'its content in the tree is not here');
  }
  return { ...placement, newId };
}

/** What one comparison has to answer, and the captured files that `lostTrees` are to find. */
async function questionOf(
  placed: ReadonlyMap<CapturedPath, Placement | null>,
  { now, nowTree }: ResolveOptions,
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

async function ask(scratch: ScratchRepository, question: BlobQuestion): Promise<BlobAnswer> {
  const { pairs, lostTrees } = question;
  const contents = [...question.contents];
  if (pairs.length + contents.length + lostTrees.length === 0) {
    return { hunks: new Map(), contents: new Map(), renames: [] };
  }
  return await compareBlobs(scratch, { ...question, contents });
}

function foundRenames(
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
