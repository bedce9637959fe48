import { createHash } from 'node:crypto';
import type { ObjectFormat } from './blob-id.js';
import { encodePath } from './git-path.js';
import type { TreeEntry } from './read-tree.js';

/** One object as git stores it, before compression. */
export interface GitObject {
  readonly id: string;
  readonly bytes: Buffer;
}

export function gitObject(
  type: 'blob' | 'tree' | 'commit',
  content: Uint8Array,
  format: ObjectFormat,
): GitObject {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  return { id: createHash(format).update(bytes).digest('hex'), bytes };
}

const FOLDER_MODE = '40000';

/**
 * The tree objects of a set of files by path, the root last. Names sort as bytes, a folder as if it
 * ended in a slash; a record is `mode SP name NUL id`, the id in binary.
 */
export function treeObjects(
  files: ReadonlyMap<string, TreeEntry>,
  format: ObjectFormat,
): readonly [...GitObject[], GitObject] {
  const folders = new Map<string, Map<string, TreeEntry>>([['', new Map()]]);
  const open = (folder: string): Map<string, TreeEntry> => {
    let entries = folders.get(folder);
    for (let path = folder; entries === undefined; path = parentOf(path)) {
      if (folders.has(path)) entries = folders.get(folder);
      else folders.set(path, new Map());
    }
    return entries;
  };
  for (const [path, entry] of files) open(parentOf(path)).set(nameOf(path), entry);

  const objects: GitObject[] = [];
  const deepestFirst = [...folders.keys()].filter((path) => path !== '').sort(byDepth);
  for (const path of deepestFirst) {
    const tree = treeObject(folders.get(path) ?? new Map(), format);
    objects.push(tree);
    folders.get(parentOf(path))?.set(nameOf(path), { mode: FOLDER_MODE, id: tree.id });
  }
  return [...objects, treeObject(folders.get('') ?? new Map(), format)];
}

function treeObject(entries: ReadonlyMap<string, TreeEntry>, format: ObjectFormat): GitObject {
  const rows = [...entries].map(([name, entry]) => {
    const bytes = encodePath(name);
    const key = entry.mode === FOLDER_MODE ? Buffer.concat([bytes, Buffer.from('/')]) : bytes;
    return { key, bytes, entry };
  });
  rows.sort((a, b) => Buffer.compare(a.key, b.key));
  const parts = rows.flatMap(({ bytes, entry }) => [
    Buffer.from(`${entry.mode} `),
    bytes,
    Buffer.from([0]),
    Buffer.from(entry.id, 'hex'),
  ]);
  return gitObject('tree', Buffer.concat(parts), format);
}

/** A commit of one tree without parents, by nobody, at the beginning of time. */
export function commitObject(treeId: string, format: ObjectFormat): GitObject {
  const nobody = 'nobody <nobody> 0 +0000';
  const text = `tree ${treeId}\nauthor ${nobody}\ncommitter ${nobody}\n\n\n`;
  return gitObject('commit', Buffer.from(text), format);
}

function byDepth(a: string, b: string): number {
  return b.split('/').length - a.split('/').length;
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
