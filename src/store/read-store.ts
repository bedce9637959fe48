import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError, isBenchError } from '../base/bench-error.js';
import type { Capture } from '../capture/capture.js';
import { readCapture } from '../capture/read-capture.js';
import type { StoredCapture } from './stored-capture.js';
import { STORE_FOLDER, storeFolder } from './store-folder.js';

/** A file of the store that is no capture, with the reason. */
export interface MalformedFile {
  readonly file: string;
  readonly error: BenchError;
}

export interface Store {
  /** By file name, in code point order. */
  readonly captures: readonly StoredCapture[];
  /** Not empty: the store cannot be judged, and all of these have to be named. */
  readonly malformed: readonly MalformedFile[];
}

const MAX_CAPTURE_BYTES = 16 * 1024 * 1024;

/**
 * Reads every `*.json` of a project's store, hidden ones too; a missing folder is an empty store.
 * Bad files are listed, not thrown, so that one run names them all. Errors: FILE_UNREADABLE.
 */
export async function readStore(projectRoot: string): Promise<Store> {
  const captures: StoredCapture[] = [];
  const malformed: MalformedFile[] = [];
  for (const file of await listNames(storeFolder(projectRoot))) {
    try {
      captures.push({ file, capture: await readStored(projectRoot, file) });
    } catch (error) {
      if (!isBenchError(error)) throw error;
      malformed.push({ file, error });
    }
  }
  return { captures, malformed };
}

/**
 * Reads one file of the store by name, with the same care. Errors: MALFORMED_CAPTURE, also for what
 * is no plain file; FILE_UNREADABLE when it is not there.
 */
export async function readStored(projectRoot: string, file: string): Promise<Capture> {
  return readCapture(await readBounded(storeFolder(projectRoot), file), file);
}

/** The one error for a store with bad files: all of them, each with its reason. */
export function malformedStore(malformed: readonly MalformedFile[]): BenchError {
  const files = malformed.length === 1 ? '1 file' : `${malformed.length} files`;
  return new BenchError(
    'MALFORMED_CAPTURE',
    `the evidence in ${STORE_FOLDER} cannot be judged: ${files} malformed (${malformed.map(({ file }) => file).join(', ')})`,
    {
      why: malformed
        .map(({ error }) => error.message + (error.why === undefined ? '' : `\n${error.why}`))
        .join('\n'),
      hints: ['restore each file from git (git log -- FILE), or remove it if it is no evidence'],
    },
  );
}

async function listNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.json')).sort(byCodePoint);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new BenchError('FILE_UNREADABLE', `cannot list ${folder}`, {
      why: (cause as Error).message,
      cause,
    });
  }
}

/** UTF-8 bytes sort as code points do; UTF-16 does not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The bytes of a plain file. Anything else (link, pipe, folder, far too large) is refused by kind. */
async function readBounded(folder: string, file: string): Promise<Buffer> {
  const path = join(folder, file);
  const refuse = (kind: string): BenchError =>
    new BenchError('MALFORMED_CAPTURE', `malformed capture ${file}: it is ${kind}`, {
      hints: ['a capture is a plain file; remove this one from the store'],
    });
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) throw refuse('a symbolic link');
    if (found.isDirectory()) throw refuse('a folder');
    if (!found.isFile()) throw refuse('not a plain file');
    // Between the look and the open the name may become something else.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const handle = await open(path, flags);
    try {
      const opened = await handle.stat();
      if (!opened.isFile()) throw refuse('not a plain file');
      if (opened.size > MAX_CAPTURE_BYTES) {
        throw refuse(`${opened.size} bytes long, over ${MAX_CAPTURE_BYTES}`);
      }
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (isBenchError(cause)) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new BenchError('FILE_UNREADABLE', `there is no capture ${file} in the store`, {
        cause,
      });
    }
    throw new BenchError('MALFORMED_CAPTURE', `malformed capture ${file}: it cannot be read`, {
      why: (cause as Error).message,
      cause,
    });
  }
}
