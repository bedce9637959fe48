import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';

const MAX_ENTRIES = 500_000;
const MAX_DEPTH = 64;

/**
 * Paths of the files below `folder` whose name ends in `ending`, sorted. Links are not followed, so
 * a tree that links to itself ends. Errors: FILE_UNREADABLE (missing, or far too many entries).
 */
export async function findFiles(folder: string, ending: string): Promise<string[]> {
  const found: string[] = [];
  const pending = [{ path: folder, depth: 0 }];
  let entries = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const entriesOf = await opendir(next.path).catch((cause: unknown) => {
      throw unreadable(next?.path ?? folder, cause);
    });
    for await (const entry of entriesOf) {
      entries += 1;
      if (entries > MAX_ENTRIES) {
        throw new BenchError('FILE_UNREADABLE', `${folder} holds more than ${MAX_ENTRIES} files`, {
          hints: ['name a folder nearer to the build'],
        });
      }
      const path = join(next.path, entry.name);
      if (entry.isFile() && entry.name.endsWith(ending)) found.push(path);
      else if (entry.isDirectory() && entry.name !== '.git' && next.depth < MAX_DEPTH) {
        pending.push({ path, depth: next.depth + 1 });
      }
    }
  }
  return found.toSorted();
}

/** The bytes of one regular file. Errors: FILE_UNREADABLE. */
export async function readBytes(path: string): Promise<Uint8Array> {
  await refuseOddKind(path);
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** `file`, `folder`, or null when there is nothing of that name. */
export async function kindOfPath(path: string): Promise<'file' | 'folder' | null> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => null,
  );
}

/**
 * Opening a pipe waits for a writer for ever, and a device may never end: only regular files are
 * read. Errors: FILE_UNREADABLE.
 */
export async function refuseOddKind(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile() || found.isDirectory()) return;
  throw new BenchError('FILE_UNREADABLE', `${path} is not a regular file`, {
    why: 'a pipe, a socket or a device has no end that could be trusted',
    hints: ['save what it gives to a file first, and name that'],
  });
}

function unreadable(path: string, cause: unknown): BenchError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return new BenchError('FILE_UNREADABLE', `there is no ${path}`, { cause });
  return new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
    why: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
