import { lstat, readFile, readlink } from 'node:fs/promises';
import { encodePath } from '../git/git-path.js';

/** What lies at a path of the working tree. A link is never followed. */
export type WorkFile =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'link'; readonly target: Buffer }
  /** Nothing, or nothing git would record there (a folder, a pipe, behind a linked folder). */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly reason: string };

const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

/** Reads files below one folder. Remembers which folders are real, so it serves one moment only. */
export function openWorkTree(root: string): (path: string) => Promise<WorkFile> {
  const realFolders = new Map<string, boolean>([['', true]]);
  const place = (path: string): Buffer =>
    Buffer.concat([Buffer.from(`${root}/`), encodePath(path)]);

  const isRealFolder = async (folder: string): Promise<boolean> => {
    const names = folder.split('/');
    for (let depth = 1; depth <= names.length; depth += 1) {
      const path = names.slice(0, depth).join('/');
      let isReal = realFolders.get(path);
      if (isReal === undefined) {
        const found = await lstat(place(path)).catch(() => null);
        isReal = found?.isDirectory() ?? false;
        realFolders.set(path, isReal);
      }
      if (!isReal) return false;
    }
    return true;
  };

  return async (path) => {
    const slash = path.lastIndexOf('/');
    if (slash > 0 && !(await isRealFolder(path.slice(0, slash)))) return { kind: 'none' };
    try {
      const found = await lstat(place(path));
      if (found.isSymbolicLink()) {
        return { kind: 'link', target: await readlink(place(path), { encoding: 'buffer' }) };
      }
      if (!found.isFile()) return { kind: 'none' };
      if (found.size > MAX_SOURCE_BYTES) {
        return { kind: 'unreadable', reason: `it is ${found.size} bytes long, over 64 MiB` };
      }
      return { kind: 'file', bytes: await readFile(place(path)) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' };
      return { kind: 'unreadable', reason: message };
    }
  };
}
