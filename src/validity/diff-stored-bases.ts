import { isBenchError } from '../base/bench-error.js';
import { diffBases, type BaseDifferences } from '../git/diff-bases.js';
import type { RepositoryLayout } from '../git/repository-layout.js';
import type { ScratchRepository } from '../git/scratch-repository.js';
import type { StoredCapture } from '../store/stored-capture.js';
import { indexChanges, type BaseIndex } from './placement.js';

export interface StoredBases {
  /** By base commit; null when it is not there. */
  readonly byBase: ReadonlyMap<string, BaseIndex | null>;
  readonly warnings: readonly string[];
  /** An object was missing, so only files renamed without edits were followed. */
  readonly isDegraded: boolean;
}

/**
 * Compares the base commits of all captures with the tree asked about; one process, a second one
 * when a rename cannot be followed for want of an object. Errors: those of `Git.run`.
 */
export async function diffStoredBases(options: {
  readonly scratch: ScratchRepository;
  readonly layout: RepositoryLayout;
  readonly nowCommit: string;
  readonly captures: readonly StoredCapture[];
}): Promise<StoredBases> {
  const question = {
    bases: options.captures.map(({ capture }) => capture.baseCommit),
    nowCommit: options.nowCommit,
    prefix: options.layout.prefix,
  };
  const warnings: string[] = [];
  let isDegraded = false;
  let found: BaseDifferences;
  try {
    found = await diffBases(options.scratch, { ...question, renames: 'similar' });
  } catch (error) {
    if (!isBenchError(error, 'GIT_FAILED')) throw error;
    found = await diffBases(options.scratch, { ...question, renames: 'exact' });
    isDegraded = true;
    warnings.push('objects are missing here, so only files renamed without edits were followed');
  }
  if (found.isRenameLimited) {
    warnings.push('too many files came and went to follow those renamed with edits');
  }
  const byBase = new Map<string, BaseIndex | null>();
  for (const [id, changes] of found.byBase) byBase.set(id, changes && indexChanges(changes));
  return { byBase, warnings, isDegraded };
}
