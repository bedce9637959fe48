import { mkdtemp, readFile, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import type { PasteDebugger } from '../board/port-spec.js';
import type { MemorySource } from './memory-source.js';
import { pasteLine, type SavedRange } from './paste-lines.js';
import { pause } from './wait-for.js';

const LOOK_EVERY_MS = 150;
/** None of the debuggers agree on how to quote a file name. */
const PLAIN_PATH = /^[\w.:/\\~+-]+$/;

export interface PasteOptions {
  readonly debugger: PasteDebugger;
  /** Folder the debugger saves below; has to be one path for it and for us. */
  readonly folder: string;
  /** Longest wait for the tester. */
  readonly timeoutMs: number;
  /** Shows the tester lines to act on. */
  readonly instruct: (lines: readonly string[]) => void;
}

/**
 * Target memory by way of the tester: lines to paste into a debugger, and the files it then saves.
 * Nothing is connected to; whether the target runs is the tester's business.
 */
export class PasteMemory implements MemorySource {
  readonly wasRunning = false;
  readonly found = 'lines to paste are shown when the counters are read';
  private folder: string | null = null;
  private readonly blocks: MemoryBlock[] = [];
  private readonly files: string[] = [];

  constructor(
    readonly name: string,
    private readonly options: PasteOptions,
  ) {}

  open(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(this.cancelled());
    const { folder } = this.options;
    if (PLAIN_PATH.test(folder)) return Promise.resolve();
    return Promise.reject(
      new BenchError('USAGE', `${folder} cannot be typed at a debugger's prompt`, {
        why: 'debuggers cut file names at spaces and know no quotes in common',
        hints: [`name a folder of plain letters: paste:${this.options.debugger}:/tmp`],
      }),
    );
  }

  /** Asks for all of it at once, in an empty folder: whatever appears there is new. */
  async expect(ranges: readonly MemoryRange[], signal: AbortSignal): Promise<void> {
    if (ranges.length === 0) return;
    this.folder ??= await this.makeFolder();
    const wanted: SavedRange[] = ranges.map(({ address, sizeBytes }) => ({
      address,
      sizeBytes,
      file: join(this.folder ?? '', `${address.toString(16)}-${sizeBytes}.bin`),
    }));
    const lines = wanted.map((range) => pasteLine(this.options.debugger, range));
    const copy = join(this.folder, 'paste.txt');
    this.files.push(copy, ...wanted.map(({ file }) => file));
    // A narrow terminal cuts long lines; a file does not.
    await writeFile(copy, `${lines.join('\n')}\n`);
    this.options.instruct([
      `stop the target, then paste into ${this.options.debugger} (also in ${copy}):`,
      ...lines,
    ]);
    for (const range of await this.awaitFiles(wanted, signal)) {
      const bytes = await readFile(range.file);
      if (bytes.length !== range.sizeBytes) throw this.wrongSize(range, bytes.length);
      this.blocks.push({ address: range.address, bytes });
    }
    this.options.instruct(['the files are there; the target may run again']);
  }

  async read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock> {
    const held = this.held(range);
    if (held) return held;
    await this.expect([range], signal);
    const read = this.held(range);
    if (read) return read;
    throw new BenchError('MEMORY_UNREADABLE', `${this.name} did not save the memory asked for`);
  }

  write(): Promise<void> {
    return Promise.reject(new BenchError('USAGE', `${this.name} only reads, it cannot zero`));
  }

  async close(): Promise<void> {
    const { folder } = this;
    this.folder = null;
    for (const file of this.files.splice(0)) await unlink(file).catch(() => undefined);
    // Whatever else was put there is not ours to remove.
    if (folder !== null) await rmdir(folder).catch(() => undefined);
  }

  private held({ address, sizeBytes }: MemoryRange): MemoryBlock | null {
    for (const block of this.blocks) {
      const start = address - block.address;
      if (start >= 0 && start + sizeBytes <= block.bytes.length) {
        return { address, bytes: block.bytes.slice(start, start + sizeBytes) };
      }
    }
    return null;
  }

  private async makeFolder(): Promise<string> {
    try {
      return await mkdtemp(join(this.options.folder, 'otto-memory-'));
    } catch (cause) {
      throw new BenchError('FILE_UNWRITABLE', `cannot make a folder in ${this.options.folder}`, {
        why: (cause as Error).message,
        cause,
      });
    }
  }

  /** Until every file has its size and has had it for a moment. Errors: NO_ANSWER, CANCELLED. */
  private async awaitFiles(
    wanted: readonly SavedRange[],
    signal: AbortSignal,
  ): Promise<readonly SavedRange[]> {
    let whole = new Set<string>();
    const deadlineMs = performance.now() + this.options.timeoutMs;
    for (;;) {
      const sizes = await Promise.all(wanted.map(({ file }) => sizeOf(file)));
      const now = wanted.filter(({ sizeBytes }, index) => sizes[index] === sizeBytes);
      const settled = now.filter(({ file }) => whole.has(file));
      if (settled.length === wanted.length) return settled;
      whole = new Set(now.map(({ file }) => file));
      const grown = wanted.findIndex(({ sizeBytes }, index) => (sizes[index] ?? 0) > sizeBytes);
      const tooLong = wanted[grown];
      if (tooLong) throw this.wrongSize(tooLong, sizes[grown] ?? 0);
      if (performance.now() > deadlineMs) throw this.late(wanted, sizes);
      await pause(LOOK_EVERY_MS, signal, 'waiting for the saved memory');
    }
  }

  private wrongSize({ file, sizeBytes }: SavedRange, foundBytes: number): BenchError {
    return new BenchError('MEMORY_UNREADABLE', 'the saved memory has the wrong size', {
      why: `${file} holds ${foundBytes} bytes, ${sizeBytes} were asked for`,
      hints: ['paste the lines as they are, then try again'],
    });
  }

  private late(wanted: readonly SavedRange[], sizes: readonly (number | null)[]): BenchError {
    const open = wanted.flatMap(({ file, sizeBytes }, index) => {
      const size = sizes[index] ?? null;
      if (size === sizeBytes) return [];
      return [size === null ? `${file} is not there` : `${file} has ${size} of ${sizeBytes} bytes`];
    });
    return new BenchError('NO_ANSWER', 'the memory was not saved in time', {
      why: open.slice(0, 5).join('\n'),
      hints: ['what the debugger printed says why, e.g. that the target runs'],
    });
  }

  private cancelled(): BenchError {
    return new BenchError('CANCELLED', `opening ${this.name} was cancelled`);
  }
}

async function sizeOf(file: string): Promise<number | null> {
  return await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
}
