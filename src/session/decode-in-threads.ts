import { once } from 'node:events';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../base/package-root.js';
import type { DecodeResult } from '../gcov/decode-objects.js';
import type { RawObject } from '../gcov/raw-object.js';
import { reviveUnit } from '../gcov/revive-unit.js';
import { decodeChunk, joinChunks, planChunks, type ChunkResult } from './decode-chunks.js';
import { takeChunks, type ChunkQueue } from './take-chunks.js';

// A thread takes as long to start as some hundred files take to decode, and tens of megabytes.
const MIN_FILES = 300;
const MAX_THREADS = 3;

/**
 * Decodes a large build in chunks, on several processors; gives what decoding it in one piece gives.
 * Only the notes of a chunk are in memory at a time. Null when it is not worth it, or when the parts of the build turn out not to be independent or sound: then
 * only the whole can say what is wrong. Errors: FILE_UNREADABLE.
 */
export async function decodeInThreads(
  objects: readonly RawObject[],
  noteFiles: readonly string[],
): Promise<DecodeResult | null> {
  const chunks = noteFiles.length < MIN_FILES ? null : planChunks(objects, noteFiles);
  if (chunks === null) return null;
  const threads = Math.min(availableParallelism(), MAX_THREADS, noteFiles.length / MIN_FILES);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const queue: ChunkQueue = { chunks, next };
  const others = Array.from({ length: Math.floor(threads) - 1 }, () => resultsOfThread(queue));
  const results = new Map<number, ChunkResult | null>();
  for (const [number, result] of takeChunks(queue)) {
    results.set(number, result);
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

async function resultsOfThread(
  queue: ChunkQueue,
): Promise<readonly (readonly [number, ChunkResult | null])[]> {
  const file = join(packageRoot(), 'dist', 'src', 'session', 'decode-worker.js');
  const worker = new Worker(file, { workerData: queue });
  try {
    const [results] = (await once(worker, 'message')) as [[number, ChunkResult | null][]];
    return results.map(([number, result]) => [
      number,
      result && { ...result, units: result.units.map(reviveUnit) },
    ]);
  } catch {
    return [];
  } finally {
    await worker.terminate();
  }
}
