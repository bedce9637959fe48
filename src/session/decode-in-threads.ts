import { setImmediate } from 'node:timers/promises';
import { compileLean } from '../base/compile-lean.js';
import type { DecodeResult } from '../gcov/decode-objects.js';
import type { RawObject } from '../gcov/raw-object.js';
import { decodeChunk, joinChunks, planChunks, type ChunkResult } from './decode-chunks.js';
import { runThreads, startThreads } from './decode-threads.js';
import { takeChunks, type ChunkQueue } from './take-chunks.js';

const MIN_FILES = 300;

/**
 * Decodes a large build in chunks, on several processors; gives what decoding it in one piece gives.
 * Only the notes of a few chunks are in memory at a time. Null when the build is small, or when its
 * parts turn out not to be independent or sound: then only the whole can say what is wrong.
 * Errors: FILE_UNREADABLE.
 */
export async function decodeInThreads(
  objects: readonly RawObject[],
  noteFiles: readonly string[],
): Promise<DecodeResult | null> {
  const chunks = noteFiles.length < MIN_FILES ? null : planChunks(objects, noteFiles);
  if (chunks === null) return null;
  compileLean();
  startThreads(noteFiles.length);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const queue: ChunkQueue = { chunks, next };
  const others = runThreads(queue);
  const results = new Map<number, ChunkResult | null>();
  for (const [number, result] of takeChunks(queue)) {
    results.set(number, result);
    // Nobody needs the rest when one part is not sound.
    if (result === null) Atomics.store(next, 0, chunks.length);
    await setImmediate();
  }
  for (const taken of await Promise.all(others)) {
    for (const [number, result] of taken) results.set(number, result);
  }
  if ([...results.values()].includes(null)) return null;
  // A thread that could not be started or ended early has left chunks undone.
  const all = chunks.map((chunk, number) => results.get(number) ?? decodeChunk(chunk));
  return joinChunks(all, objects);
}
