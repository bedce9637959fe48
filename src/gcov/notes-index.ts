import { isBenchError, type BenchError } from '../base/bench-error.js';
import { NotesEntry } from './notes-entry.js';

/** Notes files by what they belong to. */
export interface NotesIndex {
  readonly entries: readonly NotesEntry[];
  readonly byStamp: ReadonlyMap<number, readonly NotesEntry[]>;
  /** Files without the header of sound notes; fatal only for the objects that need them. */
  readonly unreadable: readonly { readonly path: string; readonly error: BenchError }[];
}

/**
 * Indexes notes files by their stamp, never by path. Files of equal content count once. Gives files
 * that are no notes as such instead of throwing.
 */
export function indexNotes(files: Iterable<{ path: string; bytes: Uint8Array }>): NotesIndex {
  const entries: NotesEntry[] = [];
  const byStamp = new Map<number, NotesEntry[]>();
  const unreadable: { path: string; error: BenchError }[] = [];
  for (const { path, bytes } of files) {
    try {
      const entry = new NotesEntry(path, bytes);
      const sameStamp = byStamp.get(entry.stamp);
      if (sameStamp?.some((other) => isSameFile(entry, other))) continue;
      entries.push(entry);
      if (sameStamp === undefined) byStamp.set(entry.stamp, [entry]);
      else sameStamp.push(entry);
    } catch (error) {
      if (!isBenchError(error)) throw error;
      unreadable.push({ path, error });
    }
  }
  return { entries, byStamp, unreadable };
}

function isSameFile(a: NotesEntry, b: NotesEntry): boolean {
  return a.bytes.length === b.bytes.length && Buffer.compare(a.bytes, b.bytes) === 0;
}
