import { link, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BenchError } from './bench-error.js';
import { makeFolder } from './make-folder.js';

export interface AtomicWriteOptions {
  /** Refuse (code CAPTURE_EXISTS) instead of replacing a file that is already there. */
  readonly exclusive?: boolean;
}

/**
 * Writes a whole file so that a reader, a crash or a power cut sees the old content or the new one,
 * never half of it: temporary file beside the target, fsync, rename, fsync of the folder. Missing
 * folders are made. Errors: CAPTURE_EXISTS (only when `exclusive`), FILE_UNWRITABLE.
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path).slice(0, 100)}.${randomName()}.tmp`);
  try {
    await makeFolder(folder);
    const file = await open(temporary, 'wx', 0o666);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.exclusive) {
      // A hard link refuses an existing name atomically; a rename would replace it.
      await link(temporary, path);
      await unlink(temporary);
    } else {
      await rename(temporary, path);
    }
    await syncFolder(folder);
  } catch (cause) {
    await unlink(temporary).catch(() => undefined);
    const code = (cause as NodeJS.ErrnoException).code;
    if (options.exclusive && code === 'EEXIST') {
      throw new BenchError('CAPTURE_EXISTS', `${path} already exists`, { cause });
    }
    throw new BenchError('FILE_UNWRITABLE', `cannot write ${path}`, {
      why: (cause as Error).message,
      cause,
    });
  }
}

/** Makes a rename durable; folders cannot be opened on every platform, and then this is a no-op. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows and some network file systems refuse to open or sync a folder.
  }
}

/** The global, because importing the module of that name adds a fifth to the start of every command. */
function randomName(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
}
