import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../../src/base/bench-error.js';
import { packageRoot } from '../../src/base/package-root.js';
import { countsJson } from '../../src/gcov/counts-json.js';
import { decodeObjects, type DecodeResult } from '../../src/gcov/decode-objects.js';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import type { RawObject } from '../../src/gcov/raw-object.js';

/** Cases that come with the repository. */
export const FIXTURES = join(packageRoot(), 'fixtures', 'gcov');
/** The full reference data beside the checkout, where it is there. */
export const CORPUS = join(packageRoot(), '..', 'shared', 'corpus');

export interface GcovCase {
  readonly name: string;
  readonly folder: string;
  readonly language: string;
  readonly dataFiles: readonly { readonly gcno: string; readonly gcda: string | null }[];
}

export interface DamagedCase {
  readonly name: string;
  readonly folder: string;
  readonly gcno: string;
  readonly gcda: string;
  readonly sameAsUndamaged: boolean;
  readonly mustAccept: boolean;
  readonly mustRefuse: boolean;
}

/** Sound cases below a folder; none when the folder is not there. */
export function casesIn(root: string): readonly GcovCase[] {
  return foldersIn(root).map((name) => {
    const folder = join(root, name);
    const json = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as GcovCase;
    return { name, folder, language: json.language, dataFiles: json.dataFiles };
  });
}

/** Damaged cases below a folder; none when the folder is not there. */
export function damagedIn(root: string): readonly DamagedCase[] {
  return foldersIn(join(root, 'bad')).map((name) => {
    const folder = join(root, 'bad', name);
    const json = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as DamagedCase & {
      readonly files: Readonly<Record<string, number>>;
    };
    const files = Object.keys(json.files);
    return {
      name,
      folder,
      gcno: files.find((file) => file.endsWith('.gcno'))!,
      gcda: files.find((file) => file.endsWith('.gcda'))!,
      sameAsUndamaged: json.sameAsUndamaged,
      mustAccept: json.mustAccept ?? false,
      mustRefuse: json.mustRefuse ?? false,
    };
  });
}

function foldersIn(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'case.json')))
    .sort();
}

/** Bytes of a case's file. */
export function bytesOf(folder: string, file: string): Uint8Array {
  return readFileSync(join(folder, file));
}

/** A data image as it would come from a board. */
export function rawObject(path: string, bytes: Uint8Array): RawObject {
  return { path, bytes, status: 'ok', origin: { source: path, format: 'gcda file' } };
}

/** Decodes all data files of a case against all its notes. */
export function decodeCase({ folder, dataFiles }: GcovCase): DecodeResult {
  const objects = dataFiles.flatMap(({ gcda }) =>
    gcda === null ? [] : [rawObject(gcda, bytesOf(folder, gcda))],
  );
  const notes = dataFiles.map(({ gcno }) => ({ path: gcno, bytes: bytesOf(folder, gcno) }));
  return decodeObjects(objects, indexNotes(notes), { partial: false });
}

/** The files of a result in the neutral form, every number as text so that none is rounded. */
export function neutral(files: Iterable<FileCounts>): unknown {
  return exactFiles(countsJson(files, [], []));
}

/** The expected result of a case in the same form. */
export function expected(folder: string): unknown {
  return exactFiles(readFileSync(join(folder, 'expected.json'), 'utf8'));
}

function exactFiles(json: string): unknown {
  const quoted = json.replace(/(?<=[:[,]\s*)(-?\d+)(?=\s*[,\]}])/g, '"$1"');
  return (JSON.parse(quoted) as { readonly files: unknown }).files;
}

/** The refusal a call ends in; anything else is a failure of the test. */
export function refusalOf(body: () => unknown): BenchError {
  try {
    body();
  } catch (error) {
    if (error instanceof BenchError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
