import { createHash } from 'node:crypto';
import type { ObjectFormat } from './blob-id.js';
import { encodePath } from './git-path.js';
import type { TreeEntry } from './read-tree.js';

const STAT_SIZE_BYTES = 40;
const MODE_OFFSET = 24;
const MAX_NAME_FLAG = 0xfff;

/**
 * The bytes of a git index (format 2) that holds these files with no stat information and no flags,
 * so that git compares contents and nothing can tell it not to look. Paths are from the top of the
 * working tree. Layout: gitformat-index(5).
 */
export function indexFile(
  files: ReadonlyMap<string, TreeEntry>,
  objectFormat: ObjectFormat,
): Buffer {
  const named = [...files].map(([path, entry]) => ({ name: encodePath(path), entry }));
  named.sort((a, b) => Buffer.compare(a.name, b.name));
  const header = Buffer.alloc(12);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(named.length, 8);
  const parts = [header, ...named.map(({ name, entry }) => record(name, entry))];
  const hash = createHash(objectFormat);
  for (const part of parts) hash.update(part);
  return Buffer.concat([...parts, hash.digest()]);
}

function record(name: Buffer, entry: TreeEntry): Buffer {
  const id = Buffer.from(entry.id, 'hex');
  const sizeBytes = STAT_SIZE_BYTES + id.length + 2 + name.length;
  // One to eight NUL bytes end a record at a multiple of eight.
  const bytes = Buffer.alloc(sizeBytes + 8 - (sizeBytes % 8));
  bytes.writeUInt32BE(Number.parseInt(entry.mode, 8), MODE_OFFSET);
  id.copy(bytes, STAT_SIZE_BYTES);
  bytes.writeUInt16BE(Math.min(name.length, MAX_NAME_FLAG), STAT_SIZE_BYTES + id.length);
  name.copy(bytes, STAT_SIZE_BYTES + id.length + 2);
  return bytes;
}
