import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { CheckUnit } from '../gcov/check-units.js';
import type { Notes } from '../gcov/notes.js';

/** A unit with its notes read; null for notes that we refuse. */
export interface ReadUnit {
  readonly unit: CheckUnit;
  readonly notes: Notes | null;
}

/** Makes a folder, works in it, and removes it with all that is in it then. */
export async function inNewFolder<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await mkdir(folder, { recursive: true });
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes `NAME.gcno` and, where there is data, `NAME.gcda`. Errors: FILE_UNWRITABLE. */
export async function writePair(
  folder: string,
  name: string,
  notes: Uint8Array,
  data: Uint8Array | null,
): Promise<void> {
  await writeForGcov(join(folder, `${name}.gcno`), notes);
  if (data !== null) await writeForGcov(join(folder, `${name}.gcda`), data);
}

/** Writes one file of a folder that is gone soon. Errors: FILE_UNWRITABLE. */
export async function writeForGcov(path: string, content: Uint8Array | string): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (cause) {
    throw new BenchError('FILE_UNWRITABLE', `cannot write ${path}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      hints: ['TMPDIR names the folder for temporary files'],
      cause,
    });
  }
}
