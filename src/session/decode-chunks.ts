import { basename } from 'node:path';
import { isBenchError } from '../base/bench-error.js';
import { decodeObjects, type DecodeResult } from '../gcov/decode-objects.js';
import { isFixedStamp } from '../gcov/find-notes.js';
import { NotesEntry } from '../gcov/notes-entry.js';
import { indexNotes } from '../gcov/notes-index.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readEach } from './note-files.js';
import { readListedFile } from './read-regular-file.js';

/** A part of a large build: notes files, and the objects that by their names belong to them. */
export interface DecodeChunk {
  readonly noteFiles: readonly string[];
  readonly objects: readonly RawObject[];
}

/** What decoding one chunk gave, and its notes files with their stamps. */
export interface ChunkResult extends DecodeResult {
  readonly notes: readonly { readonly path: string; readonly stamp: number }[];
}

// Long enough that taking the next one costs nothing, short enough that all threads end together.
const FILES_PER_CHUNK = 50;

/**
 * Cuts a build into chunks that can be decoded apart, in the order of the notes files. Names only
 * guess which object belongs where: what the chunks give is held against each other afterwards. Null
 * when the names do not tell.
 */
export function planChunks(
  objects: readonly RawObject[],
  noteFiles: readonly string[],
): readonly DecodeChunk[] | null {
  const chunkOf = new Map<string, number>();
  noteFiles.forEach((file, index) => {
    const chunk = Math.floor(index / FILES_PER_CHUNK);
    const name = stem(basename(file));
    chunkOf.set(stem(file), chunk);
    // -1: several notes files have that name, so that it tells nothing.
    chunkOf.set(name, chunkOf.has(name) ? -1 : chunk);
  });
  const objectsOf = new Map<number, RawObject[]>();
  for (const object of objects) {
    const chunk = chunkOf.get(stem(object.path)) ?? chunkOf.get(stem(basename(object.path))) ?? -1;
    if (chunk === -1) return null;
    const list = objectsOf.get(chunk);
    if (list === undefined) objectsOf.set(chunk, [object]);
    else list.push(object);
  }
  return Array.from({ length: Math.ceil(noteFiles.length / FILES_PER_CHUNK) }, (_, chunk) => ({
    noteFiles: noteFiles.slice(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK),
    objects: objectsOf.get(chunk) ?? [],
  }));
}

/** Decodes one chunk; null when something in it is not sound, which only the whole can explain. */
export function decodeChunk({ noteFiles, objects }: DecodeChunk): ChunkResult | null {
  const notes = indexNotes(readEach(noteFiles));
  // Where stamps tell nothing, what is said of it is said once, for the whole.
  const isVague = notes.entries.some(({ stamp }) => isFixedStamp(notes, stamp));
  if (isVague || notes.unreadable.length > 0) return null;
  try {
    const result = decodeObjects(objects, notes, { partial: false });
    const isSound = result.objects.every(({ status }) => status === 'ok' || status === 'repaired');
    if (!isSound) return null;
    return { ...result, notes: notes.entries.map(({ path, stamp }) => ({ path, stamp })) };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return null;
  }
}

/**
 * Puts the results of all chunks together; null when a chunk has none or two chunks hold notes of
 * the same functions, where an object may have found the wrong ones.
 */
export function joinChunks(
  results: readonly (ChunkResult | null)[],
  objects: readonly RawObject[],
): DecodeResult | null {
  const sound = results.filter((result) => result !== null);
  if (sound.length < results.length || areMixed(sound)) return null;
  const reports = new Map(
    sound.flatMap((result) => result.objects).map((report) => [report.path, report]),
  );
  if (reports.size !== objects.length) return null;
  return {
    units: sound.flatMap(({ units }) => units),
    objects: objects.flatMap(({ path }) => reports.get(path) ?? []),
    warnings: sound.flatMap(({ warnings }) => warnings),
  };
}

/**
 * Stamps are made from the time of compiling, so units that were compiled at once share theirs; only
 * those that share their functions too can be taken for each other.
 */
function areMixed(results: readonly ChunkResult[]): boolean {
  const first = new Map<number, string>();
  const functions = new Set<string>();
  for (const { path, stamp } of results.flatMap(({ notes }) => notes)) {
    const other = first.get(stamp);
    if (other === undefined) {
      first.set(stamp, path);
      continue;
    }
    functions.add(functionsKey(other, stamp));
    const key = functionsKey(path, stamp);
    if (functions.has(key)) return true;
    functions.add(key);
  }
  return false;
}

function functionsKey(path: string, stamp: number): string {
  const { checksum } = new NotesEntry(path, readListedFile(path));
  return `${stamp} ${checksum}`;
}

function stem(path: string): string {
  return path.replace(/\.gc(?:no|da)$/, '');
}
