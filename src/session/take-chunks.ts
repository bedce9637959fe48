import { decodeChunk, type ChunkResult, type DecodeChunk } from './decode-chunks.js';

/** Chunks that several threads take from, each the next one that nobody has. */
export interface ChunkQueue {
  readonly chunks: readonly DecodeChunk[];
  /** One number all threads share: the next chunk. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

/** Takes and decodes chunks until none is left; each with its number. */
export function* takeChunks({
  chunks,
  next,
}: ChunkQueue): Generator<readonly [number, ChunkResult | null]> {
  for (;;) {
    const number = Atomics.add(next, 0, 1);
    const chunk = chunks[number];
    if (chunk === undefined) return;
    yield [number, decodeChunk(chunk)];
  }
}
