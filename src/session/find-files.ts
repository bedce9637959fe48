import { opendirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { oddKindOfFile, unreadableFile } from './unreadable-file.js';

const MAX_ENTRIES = 500_000;
// Names the system is asked for at once, and how many pass before others may run.
const LISTED_AT_ONCE = 1024;
const PAUSE_ENTRIES = 10_000;

/** What lies below a folder. */
export interface FoundFiles {
  /** Sorted. Links stand for the regular file they lead to, unless that one is listed itself. */
  readonly files: readonly string[];
  /** Links whose file is gone. */
  readonly brokenLinks: readonly string[];
}

/**
 * The files below `folder` whose name ends in one of `endings`. Links to folders are not followed,
 * so a tree that links to itself ends; the system bounds how deep it is by the length of a path.
 * Errors: FILE_UNREADABLE (missing, or far too many entries).
 */
export async function listFiles(folder: string, endings: readonly string[]): Promise<FoundFiles> {
  const files: string[] = [];
  const links: string[] = [];
  const pending = [folder];
  let entries = 0;
  let pauseAt = PAUSE_ENTRIES;
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const prefix = join(path, 'x').slice(0, -1);
    for (const entry of entriesOf(path)) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw tooMany(folder);
      const { name } = entry;
      if (entry.isDirectory()) {
        if (name !== '.git') pending.push(prefix + name);
      } else if (endings.some((ending) => name.endsWith(ending))) {
        if (entry.isFile()) files.push(prefix + name);
        else if (entry.isSymbolicLink()) links.push(prefix + name);
      }
    }
    if (entries > pauseAt) {
      await setImmediate();
      pauseAt = entries + PAUSE_ENTRIES;
    }
  }
  return links.length === 0
    ? { files: files.sort(), brokenLinks: [] }
    : followLinks(folder, files, links.sort());
}

/** Paths of the files below `folder` whose name ends in `ending`; see `listFiles`. */
export async function findFiles(folder: string, ending: string): Promise<readonly string[]> {
  return (await listFiles(folder, [ending])).files;
}

function* entriesOf(folder: string): Generator<Dirent> {
  try {
    const opened = opendirSync(folder, { bufferSize: LISTED_AT_ONCE });
    try {
      for (let entry = opened.readSync(); entry; entry = opened.readSync()) yield entry;
    } finally {
      opened.closeSync();
    }
  } catch (cause) {
    throw unreadableFile(folder, cause);
  }
}

/** A file counts once, by the place it really lies at. */
function followLinks(
  folder: string,
  files: readonly string[],
  links: readonly string[],
): FoundFiles {
  const root = realpathSync(folder);
  const shown = join(folder, 'x').slice(0, -1);
  const real = new Set(files.map((file) => join(root, file.slice(shown.length))));
  const found = [...files];
  const brokenLinks: string[] = [];
  for (const link of links) {
    const target = realFile(link);
    if (target === null) brokenLinks.push(link);
    else if (target !== '' && !real.has(target)) {
      real.add(target);
      found.push(link);
    }
  }
  return { files: found.sort(), brokenLinks };
}

/** Where a link to a regular file leads; empty for anything else, null when nothing is there. */
function realFile(link: string): string | null {
  try {
    return statSync(link).isFile() ? realpathSync(link) : '';
  } catch {
    return null;
  }
}

/** The bytes of one regular file. Errors: FILE_UNREADABLE. */
export async function readBytes(path: string): Promise<Uint8Array> {
  await refuseOddKind(path);
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadableFile(path, cause);
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
  throw oddKindOfFile(path);
}

function tooMany(folder: string): BenchError {
  return new BenchError('FILE_UNREADABLE', `${folder} holds more than ${MAX_ENTRIES} files`, {
    hints: ['name a folder nearer to the build'],
  });
}
