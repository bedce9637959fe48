import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../base/atomic-file.js';
import { BenchError } from '../base/bench-error.js';
import type { RawObject } from '../gcov/raw-object.js';
import { kindOfPath, readBytes } from './find-files.js';
import { readRegularFile } from './read-regular-file.js';
import { safeFileNames } from './safe-file-name.js';
import { MANIFEST_FILE } from './manifest-file.js';

const MANIFEST_SCHEMA = 1;

const manifestSchema = z.strictObject({
  schema: z.literal(MANIFEST_SCHEMA),
  source: z.string(),
  /** SHA-256 of the raw bytes the objects were taken from, or null. */
  raw_sha256: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Why objects may be missing that are not listed; empty for a whole dump. */
  gaps: z.array(z.string()),
  objects: z.array(
    z.strictObject({
      path: z.string(),
      status: z.enum(['ok', 'repaired', 'damaged', 'missing', 'unknown']),
      reason: z.string().nullable(),
      format: z.string(),
      /** Beside the manifest; null for an object without usable bytes. */
      file: z
        .string()
        .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\]+$/)
        .nullable(),
      sha256: z.string(),
    }),
  ),
});

/** Objects as they came off a board, with where from. */
export interface FetchedObjects {
  readonly source: string;
  readonly rawSha256: string | null;
  readonly warnings: readonly string[];
  readonly gaps: readonly string[];
  readonly objects: readonly RawObject[];
}

/**
 * Writes one `.gcda` file an object that arrived and then `manifest.json`, which names what is
 * there and what is not; a folder without a manifest was not finished. Gives the names of the data
 * files. Errors: FILE_UNWRITABLE.
 */
export async function writeObjectFiles(
  folder: string,
  fetched: FetchedObjects,
): Promise<readonly string[]> {
  const names = safeFileNames(
    fetched.objects.map(({ path }) => path),
    [MANIFEST_FILE],
  );
  const entries = fetched.objects.map((object, index) => ({
    path: object.path,
    status: object.status,
    reason: object.reason ?? null,
    format: object.origin.format,
    file: object.bytes.length > 0 ? (names[index] ?? null) : null,
    sha256: sha256Of(object.bytes),
  }));
  const written: string[] = [];
  for (const [index, object] of fetched.objects.entries()) {
    const file = entries[index]?.file ?? null;
    if (file === null) continue;
    await writeFileAtomic(join(folder, file), object.bytes);
    written.push(file);
  }
  const manifest = {
    schema: MANIFEST_SCHEMA,
    source: fetched.source,
    raw_sha256: fetched.rawSha256,
    warnings: fetched.warnings,
    gaps: fetched.gaps,
    objects: entries,
  };
  await writeFileAtomic(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  return written;
}

/**
 * Reads what `writeObjectFiles` wrote; a file that changed since counts as damaged.
 * Errors: FILE_UNREADABLE, BAD_DATA.
 */
export async function readObjectFiles(folder: string): Promise<FetchedObjects> {
  const name = join(folder, MANIFEST_FILE);
  const parsed = manifestSchema.safeParse(tryJson(await readBytes(name)));
  if (!parsed.success) {
    throw new BenchError('BAD_DATA', `${name} is damaged`, { why: z.prettifyError(parsed.error) });
  }
  const manifest = parsed.data;
  const objects: RawObject[] = [];
  for (const { path, status, reason, format, file, sha256 } of manifest.objects) {
    const bytes = file === null ? new Uint8Array() : readRegularFile(join(folder, file));
    const isChanged = sha256Of(bytes) !== sha256;
    const words = isChanged ? `${file ?? name} changed after it was fetched` : reason;
    objects.push({
      path,
      bytes,
      status: isChanged ? 'damaged' : status,
      ...(words === null ? {} : { reason: words }),
      origin: { source: manifest.source, format },
    });
  }
  return {
    source: manifest.source,
    rawSha256: manifest.raw_sha256,
    warnings: manifest.warnings,
    gaps: manifest.gaps,
    objects,
  };
}

/**
 * The objects of a folder that `fetch` wrote; null for any other folder, also one with a manifest of
 * somebody else. Errors: those of readObjectFiles.
 */
export async function readFetchedFolder(folder: string): Promise<FetchedObjects | null> {
  const name = join(folder, MANIFEST_FILE);
  if ((await kindOfPath(name)) !== 'file') return null;
  const { success } = manifestSchema.safeParse(tryJson(await readBytes(name)));
  return success ? readObjectFiles(folder) : null;
}

/** Lower-case hexadecimal SHA-256. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function tryJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
