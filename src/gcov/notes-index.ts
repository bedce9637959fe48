import { isBenchError, type BenchError } from '../base/bench-error.js';
import type { FunctionIdentity } from './counter-data.js';
import { identityChecksum } from './crc32.js';
import { FUNCTION_TAG, nextTag, readIdentity, readNotesHeader } from './notes-records.js';

/** What is known of a notes file before it is needed: who it belongs to. */
export interface NotesEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly versionWord: number;
  readonly stamp: number;
  /** What GCC 12 and later put as the checksum into the data of this unit. */
  readonly checksum: number;
  readonly functions: readonly FunctionIdentity[];
}

/** Notes files by what they belong to. */
export interface NotesIndex {
  readonly entries: readonly NotesEntry[];
  readonly byStamp: ReadonlyMap<number, readonly NotesEntry[]>;
  /** Random-seed builds write one stamp everywhere; there the checksum finds the notes. */
  readonly byChecksum: ReadonlyMap<number, readonly NotesEntry[]>;
  /** Files that are no sound notes; fatal only for the objects that need them. */
  readonly unreadable: readonly { readonly path: string; readonly error: BenchError }[];
}

/**
 * Indexes notes files by stamp and by the checksum over their functions, never by path: reads the
 * function records only, each file is read whole when it is needed. Files of equal content count
 * once. Gives damaged files as such instead of throwing.
 */
export function indexNotes(files: Iterable<{ path: string; bytes: Uint8Array }>): NotesIndex {
  const entries: NotesEntry[] = [];
  const byStamp = new Map<number, NotesEntry[]>();
  const byChecksum = new Map<number, NotesEntry[]>();
  const unreadable: { path: string; error: BenchError }[] = [];
  for (const { path, bytes } of files) {
    try {
      const entry = readEntry(path, bytes);
      if ((byStamp.get(entry.stamp) ?? []).some((other) => isSameFile(entry, other))) continue;
      entries.push(entry);
      push(byStamp, entry.stamp, entry);
      push(byChecksum, entry.checksum, entry);
    } catch (error) {
      if (!isBenchError(error)) throw error;
      unreadable.push({ path, error });
    }
  }
  return { entries, byStamp, byChecksum, unreadable };
}

function readEntry(path: string, bytes: Uint8Array): NotesEntry {
  const { reader, stamp } = readNotesHeader(bytes, path);
  const functions: FunctionIdentity[] = [];
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === FUNCTION_TAG) functions.push(readIdentity(reader));
    reader.skip();
  }
  return {
    path,
    bytes,
    versionWord: reader.version.word,
    stamp,
    checksum: identityChecksum(functions),
    functions,
  };
}

function isSameFile(a: NotesEntry, b: NotesEntry): boolean {
  return a.bytes.length === b.bytes.length && Buffer.compare(a.bytes, b.bytes) === 0;
}

function push(map: Map<number, NotesEntry[]>, key: number, entry: NotesEntry): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}
