// A thread that decodes chunks beside the first one: see decode-threads.ts.
import { parentPort } from 'node:worker_threads';
import { takeChunks, type ChunkQueue } from './take-chunks.js';

parentPort?.once('message', (queue: ChunkQueue) => {
  parentPort?.postMessage([...takeChunks(queue)]);
});
