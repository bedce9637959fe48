import { gunzipSync } from 'node:zlib';

/** No counter file is near that size; a board must not fill the memory of the bench. */
const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;

/** What gzip packed; null when it is not whole. */
export function unpack(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES });
  } catch {
    return null;
  }
}
