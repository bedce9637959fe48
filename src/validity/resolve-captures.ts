import { isBenchError } from '../base/bench-error.js';
import { pairKey, type BlobAnswer } from '../git/compare-blobs.js';
import { existingObjects } from '../git/existing-objects.js';
import type { Git } from '../git/git.js';
import type { Hunk } from '../git/parse-hunks.js';
import type { TreeEntry } from '../git/read-tree.js';
import { hasPromisedObjects, type RepositoryLayout } from '../git/repository-layout.js';
import type { ScratchRepository } from '../git/scratch-repository.js';
import type { StoredCapture } from '../store/stored-capture.js';
import { askBlobs, blobQuestion, foundRenames } from './blob-question.js';
import type { CapturedPath } from './captured-path.js';
import { diffStoredBases } from './diff-stored-bases.js';
import { confirmRenames } from './confirm-renames.js';
import type { NowTree } from './now-tree.js';
import {
  gone,
  lost,
  placeFromBase,
  placeFromBlob,
  type BaseIndex,
  type Placement,
} from './placement.js';

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

interface SharedFacts {
  readonly options: ResolveOptions;
  readonly all: readonly CapturedPath[];
  /** Files whose base commit is there. */
  readonly fromBase: ReadonlyMap<CapturedPath, Placement>;
  /** Files of missing bases may be looked for: no object a rename needs was missing so far. */
  readonly mayFollow: boolean;
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
  const mayMiss =
    bases.isDegraded ||
    orphans.length > 0 ||
    (await hasPromisedObjects(options.layout.objectsFolder));
  const whatIsThere = (): Promise<ReadonlySet<string>> =>
    existingObjects(scratch, idsOf(all, fromBase, now.files));
  const shared = { options, all, fromBase, mayFollow: !bases.isDegraded };
  let resolved;
  try {
    resolved = await resolveAll(shared, mayMiss ? await whatIsThere() : null);
  } catch (error) {
    if (mayMiss || !isBenchError(error, 'GIT_FAILED')) throw error;
    // An object the history promises is not in the store: damage, which costs its file only.
    resolved = await resolveAll(shared, await whatIsThere());
  }
  const { answer, files } = resolved;
  return {
    files,
    hunksOf: (oldId, newId) => answer.hunks.get(pairKey(oldId, newId)) ?? [],
    contentOf: (id) => answer.contents.get(id) ?? null,
    missingBases: new Set(orphans.map(({ stored }) => stored.capture.baseCommit)),
    warnings: bases.warnings,
  };
}

/** Places and compares; `known` are the objects that are there, null when all are believed to be. */
async function resolveAll(
  { options, all, fromBase, mayFollow }: SharedFacts,
  known: ReadonlySet<string> | null,
): Promise<{ answer: BlobAnswer; files: readonly Resolved[] }> {
  const { scratch, now } = options;
  const exists = (id: string): boolean => known?.has(id) ?? true;
  const placed = new Map<CapturedPath, Placement | null>();
  for (const one of all) {
    const found = fromBase.get(one) ?? placeFromBlob(one.path, one.file.blob, now.files, exists);
    placed.set(one, found && (await settle(found, now, exists)));
  }
  const wanted = await blobQuestion(placed, options, exists);
  const answer = await askBlobs(scratch, wanted.question, mayFollow);
  const confirmed = await confirmRenames(options.git, foundRenames(wanted.searched, answer));
  const files: Resolved[] = [];
  for (const one of all) {
    const renamed = confirmed.get(one);
    const found = placed.get(one) ?? (renamed && (await settleRename(renamed, now)));
    files.push({ ...one, placement: found ?? gone(one.path, now.files) });
  }
  return { answer, files };
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

/** What was compared has to be what lies on the disk; there is no second comparison for it. */
async function settleRename(placement: Placement, now: NowTree): Promise<Placement> {
  const settled = await settle(placement, now, () => true);
  if (settled.kind === 'lost' || placement.kind === 'lost') return settled;
  if (settled.newId === placement.newId) return settled;
  return lost(
    'unreachable',
    `it seems to be ${placement.path} now, but git is told not to look there`,
  );
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
