import { isBenchError } from '../base/bench-error.js';
import type { ObjectOrigin, RawObject } from '../gcov/raw-object.js';
import { parseVersion } from '../gcov/gcov-version.js';
import { readData } from '../gcov/read-data.js';

/**
 * The verdict on an object that has arrived. A transport problem found on the way decides; else the
 * bytes have to be one whole `.gcda` image with at least one function and nothing left over.
 */
export function judgeImage(
  text: string,
  bytes: Uint8Array,
  origin: ObjectOrigin,
  problem: string | null,
): RawObject {
  const path = pathOf(text);
  const reason = problem ?? structureProblem(path, bytes);
  return reason === null
    ? { path, bytes, status: 'ok', origin }
    : { path, bytes, status: 'damaged', reason, origin };
}

function structureProblem(path: string, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'no bytes arrived for it';
  try {
    const data = readData(bytes, path);
    if (data.functions.length === 0) {
      return 'only a header arrived: the writer in the firmware found no functions, as when it was made for another GCC version';
    }
    // Fill and unknown records are harmless in files; a console dump has no reason to hold any.
    return data.remarks?.[0] ?? null;
  } catch (error) {
    if (!isBenchError(error)) throw error;
    if (lacksChecksum(bytes)) {
      return 'the writer in the firmware leaves out the checksum word that GCC 12 and later have: it needs the change for GCC 12';
    }
    return `its bytes are not a .gcda image: ${error.why ?? error.message}`;
  }
}

/** Writers made before GCC 12 put the first function record where the checksum has to be. */
function lacksChecksum(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x61;
  const version = parseVersion(view.getUint32(4, isLittle));
  return (version?.major ?? 0) >= 12 && view.getUint32(12, isLittle) === 0x01000000;
}

/** A path as it was compiled in: lines are read as Latin-1, paths are mostly UTF-8. */
export function pathOf(text: string): string {
  const path = Buffer.from(text, 'latin1').toString('utf8');
  return path.includes('\ufffd') ? text : path;
}
