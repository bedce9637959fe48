import { createHash } from 'node:crypto';
import { readTracefile } from '../gcov/read-tracefile.js';
import { readLog } from './read-log.js';
import { readStream, type ByteStream, type StreamWaits } from './read-stream.js';
import type { SourcePart } from './source-content.js';
import { sourceKind } from './source-kind.js';

const HEAD_BYTES = 64 * 1024;

/**
 * Reads a stream to its end; what it holds is found from its content, as with a file. `sha256` is of
 * all its bytes. Errors: FILE_UNREADABLE, CANCELLED, and those of the formats.
 */
export async function readStreamSource(
  stream: ByteStream,
  name: string,
  waits: StreamWaits,
): Promise<{ readonly part: SourcePart; readonly sha256: string }> {
  const hash = createHash('sha256');
  const chunks = hashed(readStream(stream, name, waits), hash);
  const head: Buffer[] = [];
  let size = 0;
  // Not `for await`: leaving it would end the stream.
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    size += next.value.length;
  }
  const kind = sourceKind(Buffer.concat(head).subarray(0, HEAD_BYTES), name);
  const all = joined(head, chunks);
  const part =
    kind === 'dump' ? await readLog(all, name, 'stream') : content(kind, await collect(all), name);
  return { part, sha256: hash.digest('hex') };
}

function content(kind: 'data' | 'tracefile', bytes: Buffer, name: string): SourcePart {
  if (kind === 'tracefile') {
    const warnings: string[] = [];
    const counts = readTracefile(bytes, name, (sentence) => warnings.push(sentence));
    return { readings: [], counts, warnings };
  }
  const origin = { source: name, format: 'gcda file' };
  return { readings: [{ name, objects: [{ path: name, bytes, status: 'ok', origin }] }] };
}

async function* hashed(
  chunks: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* joined(
  head: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
