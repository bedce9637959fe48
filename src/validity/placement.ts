import type { TreeChange } from '../git/raw-changes.js';
import type { TreeEntry } from '../git/read-tree.js';
import type { LossCause } from './validity-report.js';

/** Where a captured file is in the tree asked about, or why its evidence is gone as a whole. */
export type Placement =
  | {
      readonly kind: 'placed';
      readonly path: string;
      /** Blob the line numbers belong to, and blob that is there now. */
      readonly oldId: string;
      readonly newId: string;
    }
  | { readonly kind: 'lost'; readonly cause: LossCause; readonly reason: string };

/** What changed from one base commit to the tree asked about, by what a capture can ask for. */
export interface BaseIndex {
  readonly byOldPath: ReadonlyMap<string, TreeChange>;
  readonly added: ReadonlySet<string>;
}

export function indexChanges(changes: readonly TreeChange[]): BaseIndex {
  const byOldPath = new Map<string, TreeChange>();
  const added = new Set<string>();
  for (const change of changes) {
    if (change.status === 'A' || change.status === 'C') added.add(change.newPath);
    else byOldPath.set(change.oldPath, change);
  }
  return { byOldPath, added };
}

/** Places a captured file whose base commit is there. `blob` is the one recorded, if any. */
export function placeFromBase(
  path: string,
  blob: string | null,
  base: BaseIndex,
  now: ReadonlyMap<string, TreeEntry>,
): Placement {
  const change = base.byOldPath.get(path);
  const same = change === undefined && !base.added.has(path) ? now.get(path) : undefined;
  const was = change ? { mode: change.oldMode, id: change.oldId } : same;
  if (was === undefined) return lost('broken-anchor', 'its base commit has no such file');
  if (blob !== null && blob !== was.id) {
    return lost('broken-anchor', 'its base commit has another content than was recorded');
  }
  if (!isPlain(was.mode)) return lost('link', 'it was no plain file in its base commit');
  if (change === undefined) return { kind: 'placed', path, oldId: was.id, newId: was.id };
  if (change.status === 'D') return gone(path, now);
  if (!isPlain(change.newMode)) return lost('link', typeWords(change.newMode));
  return { kind: 'placed', path: change.newPath, oldId: was.id, newId: change.newId };
}

/** Places a captured file whose base commit is gone by its recorded blob; null: look for a rename. */
export function placeFromBlob(
  path: string,
  blob: string | null,
  now: ReadonlyMap<string, TreeEntry>,
  exists: (id: string) => boolean,
): Placement | null {
  const entry = now.get(path);
  if (entry && !isPlain(entry.mode)) return lost('link', typeWords(entry.mode));
  if (blob === null) return lost('unreachable', 'its base commit is gone and no blob was recorded');
  if (entry?.id === blob) return { kind: 'placed', path, oldId: blob, newId: blob };
  if (!exists(blob)) return lost('unreachable', 'its base commit and its recorded blob are gone');
  return entry ? { kind: 'placed', path, oldId: blob, newId: entry.id } : null;
}

/** The file is not in the tree; says so when a folder above it became a submodule. */
export function gone(path: string, now: ReadonlyMap<string, TreeEntry>): Placement {
  const names = path.split('/');
  for (let depth = 1; depth < names.length; depth += 1) {
    const folder = names.slice(0, depth).join('/');
    const entry = now.get(folder);
    if (entry?.mode === '160000') return lost('file-gone', `it is inside the submodule ${folder}`);
    if (entry) return lost('file-gone', `${folder} is no folder any more`);
  }
  return lost('file-gone', 'git does not track it any more');
}

export function lost(cause: LossCause, reason: string): Placement {
  return { kind: 'lost', cause, reason };
}

export function isPlain(mode: string): boolean {
  return mode === '100644' || mode === '100755' || mode === '100664';
}

function typeWords(mode: string): string {
  if (mode === '120000') return 'it is a symbolic link now';
  return mode === '160000' ? 'it is a submodule now' : 'it is no plain file now';
}
