// A second thread that decodes chunks beside the first: see decode-in-threads.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { ChunkResult } from './decode-chunks.js';
import { takeChunks, type ChunkQueue } from './take-chunks.js';

const results: (readonly [number, ChunkResult | null])[] = [];
for (const taken of takeChunks(workerData as ChunkQueue)) results.push(taken);
parentPort?.postMessage(results);
