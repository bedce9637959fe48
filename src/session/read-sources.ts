import { createReadStream, realpathSync, statSync } from 'node:fs';
import type { CounterPlan } from '../image/counter-plan.js';
import { readTracefile } from '../gcov/read-tracefile.js';
import { dropEarlierReadings } from './drop-earlier-readings.js';
import { readDataFiles, readFolder } from './read-folder.js';
import { readRegularFile } from './read-regular-file.js';
import { readPipe } from './read-pipe.js';
import type { ByteStream, StreamWaits } from './read-stream.js';
import type { SourceContent, SourcePart } from './source-content.js';
import { sourceKind } from './source-kind.js';
import { readHead, sourcePlace } from './source-place.js';
import { splitReadings } from './split-readings.js';

export interface ReadSourcesOptions extends StreamWaits {
  /** What `-` and `/dev/stdin` stand for. */
  readonly standardInput?: ByteStream;
  /** How long a named pipe may be without a writer; ten seconds when not given. */
  readonly writerWaitMs?: number;
}

const LOG_CHUNK_BYTES = 1024 * 1024;

/**
 * Reads sources as `decode` and `capture --from` take them; what each one is, is found from its
 * content. Files, folders, pipes and standard input (`-`); several `ram:` sources are parts of one
 * memory. Nothing is counted twice, whatever names it is given by. Errors: FILE_UNREADABLE, USAGE
 * (`ram:` without a plan), CANCELLED, and those of the formats.
 */
export async function readSources(
  sources: readonly string[],
  plan: CounterPlan | null,
  options: ReadSourcesOptions = {},
): Promise<SourceContent> {
  const reader = new SourceReader(options, sources.length === 1);
  for (const source of sources) if (!source.startsWith('ram:')) await reader.read(source);
  const parts = await reader.finish();
  const ram = sources.filter((source) => source.startsWith('ram:'));
  if (ram.length > 0) {
    const { readMemoryImages } = await import('./read-memory-images.js');
    parts.push(await readMemoryImages(ram, plan));
  }
  const { objects, warnings } = dropEarlierReadings(parts.flatMap(({ readings }) => readings));
  return {
    objects,
    counts: parts.flatMap(({ counts }) => counts ?? []),
    noteFolders: parts.flatMap(({ noteFolders }) => noteFolders ?? []),
    warnings: [...parts.flatMap((part) => part.warnings ?? []), ...warnings],
    gaps: parts.flatMap(({ gaps }) => gaps ?? []),
    streamSha256: sources.length === 1 ? reader.streamSha256 : null,
  };
}

class SourceReader {
  streamSha256: string | null = null;
  private readonly parts: SourcePart[] = [];
  private readonly dataFiles: string[] = [];
  /** Real paths of what was read: the same file under two names is one reading. */
  private readonly seen = new Set<string>();
  private readonly tracefiles = new Map<string, string>();

  constructor(
    private readonly options: ReadSourcesOptions,
    private readonly isOnlySource: boolean,
  ) {}

  async read(name: string): Promise<void> {
    const place = sourcePlace(name);
    if (place === 'standard input') {
      if (this.isNew(place)) await this.stream(this.options.standardInput ?? process.stdin, place);
    } else if (place === 'folder') {
      const isNew = (file: string): boolean =>
        this.isOnlySource || this.isNew(realpathSync.native(file));
      if (this.isNew(realpathSync.native(name))) this.parts.push(await readFolder(name, isNew));
    } else if (place === 'pipe') {
      const { writerWaitMs } = this.options;
      if (this.isNew(name)) await this.stream(readPipe(name, writerWaitMs), name);
    } else if (this.isNew(realpathSync.native(name))) await this.file(name);
  }

  /** Data files that were named one by one are judged together, as those of a folder. */
  async finish(): Promise<SourcePart[]> {
    if (this.dataFiles.length === 0) return this.parts;
    const readings = splitReadings('the files', await readDataFiles(this.dataFiles));
    return [...this.parts, { readings, noteFolders: this.dataFiles.flatMap(notesBeside) }];
  }

  private isNew(place: string): boolean {
    if (this.seen.has(place)) return false;
    this.seen.add(place);
    return true;
  }

  private async stream(stream: ByteStream, name: string): Promise<void> {
    const { readStreamSource } = await import('./read-stream-source.js');
    const { part, sha256 } = await readStreamSource(stream, name, this.options);
    this.parts.push(part);
    this.streamSha256 = sha256;
  }

  private async file(name: string): Promise<void> {
    switch (sourceKind(readHead(name), name)) {
      case 'data':
        this.dataFiles.push(name);
        return;
      case 'tracefile':
        this.parts.push(await this.tracefile(name));
        return;
      case 'dump': {
        const { readLog } = await import('./read-log.js');
        const chunks = createReadStream(name, { highWaterMark: LOG_CHUNK_BYTES });
        this.parts.push(await readLog(chunks, name, 'file'));
      }
    }
  }

  private async tracefile(name: string): Promise<SourcePart> {
    const { createHash } = await import('node:crypto');
    const bytes = readRegularFile(name);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const same = this.tracefiles.get(sha256);
    if (same !== undefined) {
      return { readings: [], warnings: [`${name} holds the same as ${same}: counted once`] };
    }
    this.tracefiles.set(sha256, name);
    const warnings: string[] = [];
    const counts = readTracefile(bytes, name, (sentence) => warnings.push(sentence));
    return { readings: [], counts, warnings };
  }
}

/** The notes of exactly this object, when they lie beside it; others there are not asked for. */
function notesBeside(file: string): readonly string[] {
  const notes = file.replace(/(?:\.gcda)?$/, '.gcno');
  return statSync(notes, { throwIfNoEntry: false })?.isFile() === true ? [notes] : [];
}
