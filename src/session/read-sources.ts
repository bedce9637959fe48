import { createReadStream } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { BenchError, isBenchError } from '../base/bench-error.js';
import type { MemoryBlock } from '../base/memory.js';
import { parseMemorySpec } from '../board/port-spec.js';
import type { FileCounts } from '../gcov/file-counts.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readTracefile } from '../gcov/read-tracefile.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { objectsFromMemory } from '../image/objects-from-memory.js';
import { DumpDecoder } from '../wire/dump-decoder.js';
import type { DumpResult } from '../wire/dump-result.js';
import { dropEarlierReadings } from './drop-earlier-readings.js';
import { findFiles, kindOfPath, listFiles, readBytes, refuseOddKind } from './find-files.js';
import { readFetchedFolder } from './object-files.js';
import { readListedFile } from './read-regular-file.js';
import { sourceKind } from './source-kind.js';

/** What the sources of one command held. */
export interface SourceContent {
  readonly objects: readonly RawObject[];
  /** Counts that were already decoded by somebody else. */
  readonly counts: readonly FileCounts[];
  /** Folders and files with notes that lie beside the data. */
  readonly noteFolders: readonly string[];
  readonly warnings: readonly string[];
  /** Why objects may be missing without a trace: a dump without its beginning or end. */
  readonly gaps: readonly string[];
}

const HEAD_BYTES = 64 * 1024;
// Read without a pause in which a cancellation could be heard.
const FILES_AT_ONCE = 512;

/**
 * Reads sources as `decode` and `capture --from` take them; what each one is, is found from its
 * content. Several `ram:` sources are parts of one memory. Errors: FILE_UNREADABLE, USAGE (`ram:`
 * without a plan), and those of the formats.
 */
export async function readSources(
  sources: readonly string[],
  plan: CounterPlan | null,
): Promise<SourceContent> {
  const ram = sources.filter((source) => source.startsWith('ram:'));
  const parts: (SourceContent & { readonly name: string })[] = [];
  const seen = new Set<string>();
  for (const name of sources) {
    if (ram.includes(name)) continue;
    // The same file under two names is one reading, and must not be added to itself.
    const place = await realpath(name).catch(() => name);
    if (!seen.has(place)) parts.push({ name, ...(await readSource(name)) });
    seen.add(place);
  }
  if (ram.length > 0) parts.push({ name: ram.join(' '), ...(await readMemory(ram, plan)) });
  const { objects, warnings } = dropEarlierReadings(parts);
  return {
    objects,
    counts: parts.flatMap(({ counts }) => counts),
    noteFolders: parts.flatMap(({ noteFolders }) => noteFolders),
    warnings: [...parts.flatMap((part) => part.warnings), ...warnings],
    gaps: parts.flatMap(({ gaps }) => gaps),
  };
}

async function readSource(source: string): Promise<SourceContent> {
  if ((await kindOfPath(source)) === 'folder') return readFolder(source);
  await refuseOddKind(source);
  const head = await readHead(source);
  switch (sourceKind(head, source)) {
    case 'data':
      return dataContent([source], await notesBeside(source));
    case 'tracefile': {
      const counts = readTracefile(await readBytes(source), source);
      return { objects: [], counts, noteFolders: [], warnings: [], gaps: [] };
    }
    case 'dump':
      return readDump(source);
  }
}

/** The notes of exactly this object, when they lie beside it; others there are not asked for. */
async function notesBeside(file: string): Promise<readonly string[]> {
  const notes = file.replace(/(?:\.gcda)?$/, '.gcno');
  return (await kindOfPath(notes)) === 'file' ? [notes] : [];
}

async function readFolder(folder: string): Promise<SourceContent> {
  const fetched = await readFetchedFolder(folder);
  if (fetched) {
    // What the fetch found wrong stays wrong.
    const { objects, gaps } = fetched;
    return { objects, counts: [], noteFolders: [folder], warnings: [], gaps };
  }
  const { files, brokenLinks } = await listFiles(folder, ['.gcda']);
  const isOnlyNotes = files.length === 0 && (await findFiles(folder, '.gcno')).length > 0;
  const warnings = brokenLinks.map((link) => `${link} is a link to a file that is gone: not read`);
  if (isOnlyNotes) {
    // A build that never ran has notes and no data: that is a result, nothing was executed.
    warnings.push(`there is no .gcda file in ${folder}: nothing of it was executed`);
    return { objects: [], counts: [], noteFolders: [folder], warnings, gaps: [] };
  }
  if (files.length === 0) {
    throw new BenchError('NO_DUMP_FOUND', `there is no .gcda file in ${folder}`, {
      hints: ['name the folder the program wrote its counters to'],
    });
  }
  return { ...(await dataContent(files, [folder])), warnings };
}

async function dataContent(
  files: readonly string[],
  noteFolders: readonly string[],
): Promise<SourceContent> {
  const objects: RawObject[] = [];
  for (const [index, file] of files.entries()) {
    if (index % FILES_AT_ONCE === FILES_AT_ONCE - 1) await setImmediate();
    objects.push({
      path: file,
      bytes: readListedFile(file),
      status: 'ok',
      origin: { source: file, format: 'gcda file' },
    });
  }
  return { objects, counts: [], noteFolders, warnings: [], gaps: [] };
}

/** A log is streamed: it may be far larger than the dump in it. */
async function readDump(file: string): Promise<SourceContent> {
  const decoder = new DumpDecoder(file);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      if (Buffer.isBuffer(chunk)) decoder.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof BenchError) throw cause;
    throw new BenchError('FILE_UNREADABLE', `cannot read ${file}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
  const { objects, warnings, isComplete } = endOf(decoder, file);
  const gaps = isComplete ? [] : [`${file}: ${warnings.join('; ') || 'no dump in it is whole'}`];
  return { objects, counts: [], noteFolders: [], warnings, gaps };
}

/** A memory image has no mark of its own: without its address it looks like a log of noise. */
function endOf(decoder: DumpDecoder, file: string): DumpResult {
  try {
    return decoder.end();
  } catch (error) {
    if (!isBenchError(error) || error.code !== 'NO_DUMP_FOUND') throw error;
    throw new BenchError(error.code, error.message, {
      ...(error.why === undefined ? {} : { why: error.why }),
      hints: [...error.hints, `is it a memory image? then name it ram:${file}@0xADDRESS`],
      cause: error,
    });
  }
}

async function readMemory(
  specs: readonly string[],
  plan: CounterPlan | null,
): Promise<SourceContent> {
  if (!plan) {
    throw new BenchError('USAGE', 'a RAM image needs the ELF of the firmware: --elf FILE', {
      why: 'where the counters lie in memory is written in the ELF only',
    });
  }
  const blocks: MemoryBlock[] = [];
  for (const spec of specs) {
    const parsed = parseMemorySpec(spec);
    if (parsed?.kind !== 'ram') {
      throw new BenchError('USAGE', `${spec} is not a RAM image source`, {
        hints: ['write it as ram:FILE@0xADDRESS'],
      });
    }
    for (const { file, address } of parsed.files) {
      blocks.push({ address, bytes: await readBytes(file) });
    }
  }
  const objects = objectsFromMemory(plan, blocks, specs.join(' '));
  return { objects, counts: [], noteFolders: [], warnings: [], gaps: [] };
}

async function readHead(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      throw new BenchError('FILE_UNREADABLE', `there is no ${path}`, { cause });
    }
    throw new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}
