import { createHash } from 'node:crypto';

/** The hash a repository names its objects by. */
export type ObjectFormat = 'sha1' | 'sha256';

/** The id git gives these bytes as a blob, without any filter. */
export function blobId(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
