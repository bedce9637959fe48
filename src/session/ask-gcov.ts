import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { RunResult } from '../base/process.js';
import type { CheckUnit } from '../gcov/check-units.js';
import type { FileCounts } from '../gcov/file-counts.js';
import type { GcovAnswer } from '../gcov/judge-unit.js';
import type { Notes } from '../gcov/notes.js';
import { readGcovJson } from '../gcov/read-gcov-json.js';
import { readGcovText } from '../gcov/read-gcov-text.js';
import { renameSources } from '../gcov/rename-sources.js';
import { writeData } from '../gcov/write-data.js';
import { zeroData } from '../gcov/zero-data.js';
import type { Gcov } from './open-gcov.js';
import { readRegularFile } from './read-regular-file.js';

/** A unit with its notes read; null for notes that we refuse. */
export interface ReadUnit {
  readonly unit: CheckUnit;
  readonly notes: Notes | null;
}

const TIMEOUT_MS = 60_000;
const TIMEOUT_A_UNIT_MS = 1_000;
// Its source would have to be made as a file of so many lines.
const MAX_SOURCE_LINES = 2_000_000;
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/**
 * Asks a gcov that prints JSON about several units in one process. A unit that got no answer is
 * asked again alone, so that one that ends the tool does not hide the others.
 * Errors: PROGRAM_FAILED, CANCELLED, FILE_UNWRITABLE.
 */
export async function askForJson(
  gcov: Gcov,
  units: readonly ReadUnit[],
  folder: string,
): Promise<readonly GcovAnswer[]> {
  const names = units.map(
    ({ unit }, index) => `u${index}${unit.data === null ? '.gcno' : '.gcda'}`,
  );
  const result = await inFolder(folder, async () => {
    for (const [index, { unit }] of units.entries()) {
      await writePair(folder, `u${index}`, unit.notes, unit.data);
    }
    const timeoutMs = TIMEOUT_MS + TIMEOUT_A_UNIT_MS * units.length;
    return gcov.run([...jsonOptions(gcov, units), ...names], folder, timeoutMs);
  });
  const files = readDocuments(result);
  const messages = messagesByName(result);
  const answers: GcovAnswer[] = [];
  for (const [index, unit] of units.entries()) {
    const counts = files.get(names[index] ?? '') ?? null;
    if (counts === null && units.length > 1) {
      answers.push(...(await askForJson(gcov, [unit], folder)));
    } else {
      answers.push({
        files: counts,
        // What names no unit is said of all of them, so it is passed on once.
        messages: [
          ...(messages.get(`u${index}`) ?? []),
          ...(index === 0 ? (messages.get('') ?? []) : []),
        ],
        end: endOf(result),
      });
    }
  }
  return answers;
}

/**
 * Asks a gcov that prints text about one unit. Its sources get names of ours, with blank files, so
 * that the answer does not depend on what lies where the build was. Null when that is not possible.
 * Errors: PROGRAM_FAILED, CANCELLED, FILE_UNWRITABLE.
 */
export async function askForText(
  gcov: Gcov,
  { unit, notes }: ReadUnit,
  folder: string,
): Promise<GcovAnswer | null> {
  const renamed = notes === null ? null : renameSources(unit.notes, notes);
  if (renamed === null) return null;
  if (renamed.sources.some(({ lastLine }) => lastLine > MAX_SOURCE_LINES)) return null;
  return inFolder(folder, async () => {
    const data = unit.data ?? dataOfNeverRun(gcov, unit.notes, notes);
    await writePair(folder, 'u0', renamed.bytes, data);
    for (const { name, lastLine } of renamed.sources) {
      await write(join(folder, name), '\n'.repeat(lastLine));
    }
    const name = data === null ? 'u0.gcno' : 'u0.gcda';
    const result = await gcov.run(['-b', '-c', name], folder, TIMEOUT_MS);
    const files = new Map<string, FileCounts>();
    for (const source of renamed.sources) {
      const printed = join(folder, `${source.name}.gcov`);
      if (!existsSync(printed)) continue;
      files.set(source.path, readGcovText(textOf(gcov, printed), source.path));
    }
    return {
      files: files.size === 0 ? null : files,
      messages: [...messagesByName(result).values()].flat(),
      end: endOf(result),
    };
  });
}

/** Only gcov before GCC 8 needs data to print the lines of a unit that never ran. */
function dataOfNeverRun({ tool }: Gcov, bytes: Uint8Array, notes: Notes | null): Uint8Array | null {
  if (notes === null || tool.family !== 'gcc' || tool.major >= 8) return null;
  // "oncg" is the magic of a little-endian file.
  return writeData(zeroData(notes, bytes[0] === 0x6f ? 'little' : 'big'));
}

function textOf(gcov: Gcov, file: string): string {
  const bytes = readRegularFile(file);
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new BenchError(
      'PROGRAM_FAILED',
      `${gcov.command} wrote more than ${MAX_TEXT_BYTES} bytes`,
    );
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function jsonOptions({ tool }: Gcov, units: readonly ReadUnit[]): readonly string[] {
  // Branches need both: counts alone print none.
  const options = ['--json-format', '--stdout', '--branch-probabilities', '--branch-counts'];
  if (tool.major >= 14) options.push('--conditions');
  const hasPaths = units.some(({ notes }) =>
    notes?.functions.some(({ pathCount }) => pathCount !== null),
  );
  if (tool.major >= 15 && hasPaths) options.push('--prime-paths');
  return options;
}

/** One document a line. What a crash cut off is no document. */
function readDocuments({
  stdout,
  exitCode,
}: RunResult): Map<string, ReadonlyMap<string, FileCounts>> {
  const documents = new Map<string, ReadonlyMap<string, FileCounts>>();
  let start = 0;
  while (start < stdout.length) {
    const end = stdout.indexOf(10, start);
    const stop = end < 0 ? stdout.length : end;
    if (stop > start && !(end < 0 && exitCode === null)) {
      const document = readGcovJson(stdout.toString('utf8', start, stop));
      documents.set(document.dataFile, document.files);
    }
    start = stop + 1;
  }
  return documents;
}

/** Lines on the error output by the unit they name; those that name none are under the empty name. */
function messagesByName({ stderr }: RunResult): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, string[]>();
  for (const line of stderr.toString('utf8').split('\n')) {
    if (line.trim() === '') continue;
    const match = /^(?:\.\/)?(u\d+)\.gc(?:da|no):\s*(.*)$/s.exec(line);
    const name = match?.[1] ?? '';
    messages.set(name, [...(messages.get(name) ?? []), match?.[2] ?? line]);
  }
  return messages;
}

function endOf({ exitCode }: RunResult): string {
  return exitCode === null ? 'ended by a signal' : `ended with exit code ${exitCode}`;
}

async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true });
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writePair(
  folder: string,
  name: string,
  notes: Uint8Array,
  data: Uint8Array | null,
): Promise<void> {
  await write(join(folder, `${name}.gcno`), notes);
  if (data !== null) await write(join(folder, `${name}.gcda`), data);
}

async function write(path: string, content: Uint8Array | string): Promise<void> {
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
