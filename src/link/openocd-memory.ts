import { BenchError, isBenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import { printable } from '../base/printable.js';
import type { AfterRead } from '../board/board.js';
import type { Link } from './link.js';
import { lostError } from './lost-error.js';
import type { MemorySource } from './memory-source.js';
import { bytesOfRows, bytesOfValues } from './openocd-answers.js';
import { TclClient, type TclAnswer } from './tcl-client.js';
import { unreadableError } from './unreadable-error.js';
import { readInParts } from './read-in-parts.js';

const LARGEST_READ_BYTES = 4096;
const LEAVE_MS = 2_000;

export interface OpenOcdOptions {
  readonly afterRead: AfterRead;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
}

/**
 * Target memory through OpenOCD's Tcl port, beside whoever uses its GDB port. Commands are those of
 * the OpenOCD User's Guide; `read_memory` came with 0.12, older ones are asked with `mdb`.
 */
export class OpenOcdMemory implements MemorySource {
  readonly name: string;
  readonly warnings: string[] = [];
  private client: TclClient | null = null;
  private running = false;
  private isBigEndian = false;
  private hasReadMemory = true;
  private closing: Promise<void> | null = null;

  constructor(
    private readonly link: Link,
    private readonly options: OpenOcdOptions,
  ) {
    this.name = link.name;
  }

  get wasRunning(): boolean {
    return this.running;
  }

  async open(signal: AbortSignal): Promise<void> {
    try {
      await this.link.open(signal);
      this.client = new TclClient(this.link);
      const state = await this.ask('[target current] curstate', signal);
      if (!state.isOk) throw this.refused('it has no target', state.text);
      this.isBigEndian = (await this.ask('[target current] cget -endian', signal)).text === 'big';
      if (state.text.endsWith('running')) await this.halt(signal);
      else if (state.text !== 'halted') {
        throw this.refused('its target is neither running nor halted', state.text);
      }
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock> {
    // A part ends where the next starts on a word: probes are fastest with whole words.
    const most = (address: number): number => LARGEST_READ_BYTES - (address % 4);
    return readInParts(range, most, (part) => this.readPart(part, signal));
  }

  async write(block: MemoryBlock, signal: AbortSignal): Promise<void> {
    for (const { address, value, count } of runsOf(block)) {
      const answer = await this.ask(`mwb ${hex(address)} ${hex(value)} ${count}`, signal);
      if (!answer.isOk) {
        throw unreadableError(this.name, 'write', { address, sizeBytes: count }, answer.text);
      }
    }
  }

  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async halt(signal: AbortSignal): Promise<void> {
    // Set first: a halt that was asked for and given up may still happen.
    this.running = true;
    const answer = await this.ask(`halt ${Math.max(1, this.options.timeoutMs >> 1)}`, signal);
    if (!answer.isOk) throw this.refused('its target does not halt', answer.text);
  }

  private async readPart(range: MemoryRange, signal: AbortSignal): Promise<Uint8Array> {
    const start = range.address - (range.address % 4);
    const end = range.address + range.sizeBytes;
    const count = Math.ceil((end - start) / 4);
    const words = this.hasReadMemory ? await this.list(start, 4, count, signal) : null;
    if (words) return words.subarray(range.address - start, end - start);
    // Not every target takes words, and a word may reach over the end of its memory.
    const single = this.hasReadMemory
      ? await this.list(range.address, 1, range.sizeBytes, signal)
      : null;
    return single ?? (await this.readRows(range, signal));
  }

  /** Null where `read_memory` does not give these values. */
  private async list(
    address: number,
    widthBytes: 1 | 4,
    count: number,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const command = `read_memory ${hex(address)} ${widthBytes * 8} ${count}`;
    const answer = await this.ask(command, signal);
    if (answer.isOk) return bytesOfValues(answer.text, widthBytes, count, this.isBigEndian);
    if (/invalid command name/.test(answer.text)) this.hasReadMemory = false;
    return null;
  }

  private async readRows(range: MemoryRange, signal: AbortSignal): Promise<Buffer> {
    const answer = await this.ask(`capture {mdb ${hex(range.address)} ${range.sizeBytes}}`, signal);
    const bytes = answer.isOk ? bytesOfRows(answer.text, range.address, range.sizeBytes) : null;
    if (bytes) return bytes;
    throw unreadableError(this.name, 'read', range, answer.text);
  }

  private async ask(command: string, signal: AbortSignal): Promise<TclAnswer> {
    if (!this.client || this.closing) throw lostError(this.name, 'it is not open');
    return await this.client.run(command, { signal, timeoutMs: this.options.timeoutMs });
  }

  private refused(what: string, said: string): BenchError {
    return new BenchError('GDB_REFUSED', `${this.name} cannot read memory: ${what}`, {
      why: `OpenOCD answered ${printable(said.slice(0, 200)) || 'nothing'}`,
      hints: ['look at what OpenOCD printed in its own window'],
    });
  }

  private async leave(): Promise<void> {
    const { client, options } = this;
    const isToRun =
      options.afterRead === 'as-found' ? this.running : options.afterRead === 'running';
    if (client && isToRun) {
      const within = { signal: new AbortController().signal, timeoutMs: LEAVE_MS };
      try {
        await this.resume(client, within.signal);
      } catch (error) {
        if (!isBenchError(error, 'LINK_LOST')) {
          this.warnings.push(`${this.name}: the target may still be halted`);
        }
      }
    }
    client?.close();
    await this.link.close();
  }

  private async resume(client: TclClient, signal: AbortSignal): Promise<void> {
    const within = { signal, timeoutMs: LEAVE_MS };
    // A halt that was cancelled may come true only now.
    await client.run(`wait_halt ${LEAVE_MS >> 1}`, within);
    if ((await client.run('resume', within)).isOk) return;
    throw new BenchError('GDB_REFUSED', `${this.name} does not resume its target`);
  }
}

/** Runs of one value, which is how `mwb` fills memory. */
function runsOf({ address, bytes }: MemoryBlock): readonly {
  readonly address: number;
  readonly value: number;
  readonly count: number;
}[] {
  const runs: { address: number; value: number; count: number }[] = [];
  bytes.forEach((value, index) => {
    const last = runs.at(-1);
    if (last?.value === value) last.count += 1;
    else runs.push({ address: address + index, value, count: 1 });
  });
  return runs;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
