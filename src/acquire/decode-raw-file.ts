import { setImmediate as breathe } from 'node:timers/promises';
import { BenchError } from '../base/bench-error.js';
import { DumpDecoder } from '../wire/dump-decoder.js';
import type { DumpResult } from '../wire/dump-result.js';
import type { RawFile } from './raw-file.js';

/** Decoded at a stretch; between two, a key or a signal is heard. */
export const SLICE_BYTES = 64 * 1024;

/**
 * Decodes what a raw file holds, as it lies on disk. Errors: those of DumpDecoder, CANCELLED.
 */
export async function decodeRawFile(
  raw: RawFile,
  source: string,
  signal: AbortSignal,
): Promise<DumpResult> {
  const decoder = new DumpDecoder(source);
  for (let at = 0; at < raw.receivedBytes; at += SLICE_BYTES) {
    await breathe();
    if (signal.aborted) throw new BenchError('CANCELLED', 'the fetch was cancelled');
    decoder.push(await raw.part(at, SLICE_BYTES));
  }
  return decoder.end();
}
