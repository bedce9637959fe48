import { DumpDecoder } from './dump-decoder.js';
import type { DumpResult } from './dump-result.js';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Decodes a whole console log; see `DumpDecoder`. Errors: NO_DUMP_FOUND, UNSUPPORTED_FORMAT,
 * DAMAGED_DUMP.
 */
export function decodeDump(bytes: Uint8Array, source: string): DumpResult {
  const decoder = new DumpDecoder(source);
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    decoder.push(bytes.subarray(start, start + CHUNK_BYTES));
  }
  return decoder.end();
}
