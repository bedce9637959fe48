import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../base/package-root.js';
import { reviveUnit } from '../gcov/revive-unit.js';
import type { ChunkResult } from './decode-chunks.js';
import type { ChunkQueue } from './take-chunks.js';

/** Results of one thread, each with the number of its chunk. */
export type NumberedResults = readonly (readonly [number, ChunkResult | null])[];

// A thread takes as long to start as some hundred files take to decode, and tens of megabytes.
const FILES_PER_THREAD = 300;
const MAX_THREADS = 3;

// Started while the data is still being read, so that they are ready when it is.
let ready: Worker[] = [];

/** Starts the threads, beside the first, that decoding so many files is worth; none for few files. */
export function startThreads(fileCount: number): void {
  const worth = Math.floor(fileCount / FILES_PER_THREAD);
  const count = Math.min(availableParallelism(), MAX_THREADS, worth) - 1;
  const file = join(packageRoot(), 'dist', 'src', 'session', 'decode-worker.js');
  while (ready.length < count) {
    const worker = new Worker(file);
    // Nobody waits for a thread that gets nothing to do, and one that fails leaves its work undone.
    worker.unref();
    worker.on('error', () => undefined);
    ready.push(worker);
  }
}

/** Gives the chunks to the threads started; what comes back of each, nothing of one that failed. */
export function runThreads(queue: ChunkQueue): readonly Promise<NumberedResults>[] {
  const workers = ready;
  ready = [];
  return workers.map((worker) => resultsOf(worker, queue));
}

async function resultsOf(worker: Worker, queue: ChunkQueue): Promise<NumberedResults> {
  const ended = new AbortController();
  worker.once('exit', () => ended.abort());
  worker.postMessage(queue);
  worker.ref();
  try {
    const [results] = (await once(worker, 'message', { signal: ended.signal })) as [
      NumberedResults,
    ];
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
