import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { FileCounts } from '../gcov/file-counts.js';
import type { GcovAnswer } from '../gcov/judge-unit.js';
import type { Notes } from '../gcov/notes.js';
import { readGcovText } from '../gcov/read-gcov-text.js';
import { renameSources } from '../gcov/rename-sources.js';
import { writeData } from '../gcov/write-data.js';
import { zeroData } from '../gcov/zero-data.js';
import { inNewFolder, writeForGcov, writePair, type ReadUnit } from './gcov-folder.js';
import { gcovEnd, gcovMessages } from './gcov-messages.js';
import type { Gcov } from './open-gcov.js';
import { readRegularFile } from './read-regular-file.js';

// Each source is made as a file of so many empty lines.
const MAX_SOURCE_LINES = 2_000_000;

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
  if (notes === null) return null;
  const renamed = renameSources(unit.notes, notes);
  const isTooLong = renamed?.sources.some(({ lastLine }) => lastLine > MAX_SOURCE_LINES);
  if (renamed === null || isTooLong) return null;
  return inNewFolder(folder, async () => {
    const data = unit.data ?? dataOfNeverRun(gcov, unit.notes, notes);
    await writePair(folder, 'u0', renamed.bytes, data);
    for (const { name, lastLine } of renamed.sources) {
      await writeForGcov(join(folder, name), '\n'.repeat(lastLine));
    }
    const argument = data === null ? 'u0.gcno' : 'u0.gcda';
    const result = await gcov.run(['-b', '-c', argument], folder, gcov.limits.processMs);
    const files = new Map<string, FileCounts>();
    for (const { name, path } of renamed.sources) {
      const text = readPrinted(gcov, join(folder, `${name}.gcov`));
      if (text !== null) files.set(path, readGcovText(text, path));
    }
    return {
      files: files.size === 0 ? null : files,
      messages: [...gcovMessages(result).values()].flat(),
      end: gcovEnd(result),
    };
  });
}

/** Only gcov before GCC 8 needs data to print the lines of a unit that never ran. */
function dataOfNeverRun({ tool }: Gcov, bytes: Uint8Array, notes: Notes): Uint8Array | null {
  if (tool.family !== 'gcc' || tool.major >= 8) return null;
  // "oncg" is the magic of a little-endian file.
  return writeData(zeroData(notes, bytes[0] === 0x6f ? 'little' : 'big'));
}

/** The text of a file that gcov leaves out when a source has no code. */
function readPrinted(gcov: Gcov, file: string): string | null {
  if (!existsSync(file)) return null;
  const bytes = readRegularFile(file);
  const { outputBytes } = gcov.limits;
  if (bytes.length > outputBytes) {
    throw new BenchError('PROGRAM_FAILED', `${printable(gcov.command)} wrote too much`, {
      why: `more than ${outputBytes} bytes for one source`,
    });
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
