import { open, type FileHandle } from 'node:fs/promises';
import { BenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import type { RamFile } from '../board/port-spec.js';
import type { MemorySource } from './memory-source.js';

interface OpenFile extends RamFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

/** Memory from files: what a debugger saved, yesterday's crash dump. Nothing to halt. */
export class RamImage implements MemorySource {
  readonly wasRunning = false;
  readonly name: string;
  private files: readonly OpenFile[] = [];

  constructor(
    name: string,
    private readonly parts: readonly RamFile[],
  ) {
    this.name = name;
  }

  async open(): Promise<void> {
    const opened: OpenFile[] = [];
    this.files = opened;
    for (const part of this.parts) {
      try {
        const handle = await open(part.file, 'r');
        opened.push({ ...part, handle, sizeBytes: 0 });
        const { size } = await handle.stat();
        opened[opened.length - 1] = { ...part, handle, sizeBytes: size };
      } catch (cause) {
        await this.close();
        throw new BenchError('FILE_UNREADABLE', `cannot read the memory image ${part.file}`, {
          why: (cause as Error).message,
          cause,
        });
      }
    }
  }

  async read(range: MemoryRange): Promise<MemoryBlock> {
    const bytes = new Uint8Array(range.sizeBytes);
    // A range may reach from one file into the next; of two that hold it, the first named counts.
    for (let done = 0; done < range.sizeBytes;) {
      const next = range.address + done;
      const file = this.files.find(
        ({ address, sizeBytes }) => next >= address && next < address + sizeBytes,
      );
      if (!file) throw this.notHeld(range);
      const { bytesRead } = await file.handle.read(
        bytes,
        done,
        Math.min(range.sizeBytes - done, file.address + file.sizeBytes - next),
        next - file.address,
      );
      if (bytesRead === 0) throw this.notHeld(range);
      done += bytesRead;
    }
    return { address: range.address, bytes };
  }

  write(): Promise<void> {
    return Promise.reject(new BenchError('USAGE', `${this.name} is a file, it cannot be zeroed`));
  }

  async close(): Promise<void> {
    const files = this.files;
    this.files = [];
    await Promise.all(files.map(({ handle }) => handle.close()));
  }

  private notHeld({ address, sizeBytes }: MemoryRange): BenchError {
    const held = this.files.map(
      (file) => `${hex(file.address)} to ${hex(file.address + file.sizeBytes)} (${file.file})`,
    );
    return new BenchError('MEMORY_UNREADABLE', `${this.name} does not hold the memory asked for`, {
      why: `wanted ${hex(address)} to ${hex(address + sizeBytes)}, it holds ${held.join(', ') || 'nothing'}`,
      hints: ['check the address the image was saved from'],
    });
  }
}

function hex(address: number): string {
  return `0x${address.toString(16)}`;
}
