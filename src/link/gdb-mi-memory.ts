import { BenchError, isBenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import { printable } from '../base/printable.js';
import type { AfterRead } from '../board/board.js';
import type { GdbDoor } from './gdb-door.js';
import { lostError } from './lost-error.js';
import type { MemorySource } from './memory-source.js';
import type { MiClient, MiOptions } from './mi-client.js';
import { miField, miMemory, type MiRecord } from './mi-record.js';
import { unreadableError } from './unreadable-error.js';
import { readInParts } from './read-in-parts.js';

const LARGEST_READ_BYTES = 4096;
const LARGEST_WRITE_BYTES = 512;
const LEAVE_MS = 2_000;

export interface GdbMiOptions {
  readonly afterRead: AfterRead;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
  /** Longest wait for the tester to let us in. */
  readonly testerTimeoutMs: number;
  readonly instruct: (lines: readonly string[]) => void;
  /** The door stays open after a look, for the next one. */
  readonly isDoorKept: boolean;
}

/**
 * Target memory through the tester's own gdb, as its second user interface. A running target is
 * interrupted, which the tester sees as a SIGINT stop, and continued afterwards; a target that stops
 * at the tester's own breakpoint meanwhile stays there. Breakpoints are never touched.
 */
export class GdbMiMemory implements MemorySource {
  readonly warnings: string[] = [];
  private client: MiClient | null = null;
  private running = false;
  private hasStopped = false;
  /** It stands where the tester wanted it to. */
  private isTheirs = false;
  private closing: Promise<void> | null = null;

  constructor(
    readonly name: string,
    private readonly door: GdbDoor,
    private readonly options: GdbMiOptions,
  ) {}

  get wasRunning(): boolean {
    return this.running;
  }

  async open(signal: AbortSignal): Promise<void> {
    try {
      const { instruct, testerTimeoutMs: timeoutMs } = this.options;
      this.client = await this.door.enter({ instruct, signal, timeoutMs });
      if (await this.findRunning(this.client, signal)) await this.halt(this.client, signal);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock> {
    const most = (): number => LARGEST_READ_BYTES;
    return readInParts(range, most, (part) => this.readPart(part, signal));
  }

  async write(block: MemoryBlock, signal: AbortSignal): Promise<void> {
    for (let done = 0; done < block.bytes.length; done += LARGEST_WRITE_BYTES) {
      const part = block.bytes.subarray(done, done + LARGEST_WRITE_BYTES);
      const range = { address: block.address + done, sizeBytes: part.length };
      const command = `-data-write-memory-bytes ${hex(range.address)} ${Buffer.from(part).toString('hex')}`;
      const answer = await this.ask(command, signal);
      if (answer.name !== 'done') throw this.unreadable('write', range, answer);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async findRunning(client: MiClient, signal: AbortSignal): Promise<boolean> {
    const answer = await client.run('-thread-info', this.within(signal));
    if (isRunningRefusal(answer)) return true;
    if (answer.name !== 'done') throw this.refused('gdb does not tell of its target', answer);
    const state = miField(answer.rest, 'state');
    if (state !== null) return state === 'running';
    throw new BenchError('GDB_REFUSED', `the gdb behind ${this.name} has no target`, {
      why: 'it knows of no thread',
      hints: ['connect it first, e.g. with `target extended-remote localhost:3333`'],
    });
  }

  private async halt(client: MiClient, signal: AbortSignal): Promise<void> {
    client.forget();
    // Set first: an interrupt that was sent and given up on may still come true.
    this.running = true;
    const answer = await client.run('-exec-interrupt', this.within(signal));
    if (answer.name === 'error') throw this.refused('gdb does not stop its target', answer);
    this.noteStop(await client.stopped(this.within(signal)));
  }

  /** A stop for any other reason than our interrupt is the tester's. */
  private noteStop(stop: MiRecord): void {
    this.hasStopped = true;
    this.isTheirs = !/^(?:signal-received)?$/.test(miField(stop.rest, 'reason') ?? '');
    if (/^SIG(?!INT|TRAP|STOP)/.test(miField(stop.rest, 'signal-name') ?? '')) this.isTheirs = true;
  }

  private async readPart(range: MemoryRange, signal: AbortSignal): Promise<Uint8Array> {
    const command = `-data-read-memory-bytes ${hex(range.address)} ${range.sizeBytes}`;
    const answer = await this.ask(command, signal);
    const bytes = new Uint8Array(range.sizeBytes);
    let next = range.address;
    for (const piece of answer.name === 'done' ? miMemory(answer.rest) : []) {
      const fits =
        piece.address === next && next + piece.bytes.length <= range.address + range.sizeBytes;
      if (!fits) break;
      bytes.set(piece.bytes, next - range.address);
      next += piece.bytes.length;
    }
    if (next === range.address + range.sizeBytes) return bytes;
    throw this.unreadable('read', range, answer);
  }

  private async ask(command: string, signal: AbortSignal): Promise<MiRecord> {
    if (!this.client || this.closing) throw lostError(this.name, 'it is not open');
    const answer = await this.client.run(command, this.within(signal));
    if (!isRunningRefusal(answer)) return answer;
    throw this.refused('its target was set running meanwhile', answer);
  }

  private within(signal: AbortSignal): MiOptions {
    return { signal, timeoutMs: this.options.timeoutMs };
  }

  private unreadable(what: 'read' | 'write', range: MemoryRange, answer: MiRecord): BenchError {
    const said = miField(answer.rest, 'msg') ?? 'with a part of it only';
    return unreadableError(this.name, what, range, said);
  }

  private refused(what: string, answer: MiRecord): BenchError {
    return new BenchError('GDB_REFUSED', `${this.name}: ${what}`, {
      why: `gdb answered ${printable((miField(answer.rest, 'msg') ?? answer.name).slice(0, 300))}`,
    });
  }

  private async leave(): Promise<void> {
    const { client } = this;
    if (client && !client.isOver) {
      try {
        await this.resume(client, { signal: new AbortController().signal, timeoutMs: LEAVE_MS });
      } catch (error) {
        if (!isBenchError(error, 'LINK_LOST')) {
          this.warnings.push(`${this.name}: the target may still be halted`);
        }
      }
    }
    if (!this.options.isDoorKept) await this.door.close();
  }

  private async resume(client: MiClient, options: MiOptions): Promise<void> {
    const { afterRead } = this.options;
    if (afterRead === 'halted' || (afterRead === 'as-found' && !this.running)) return;
    if (this.running) {
      // A cancelled interrupt: it still stops the target, and only then can it be continued.
      if (!this.hasStopped) this.noteStop(await client.stopped(options));
      if (this.isTheirs || client.isRunning) return;
    }
    // In the background whatever `mi-async` says: a plain -exec-continue would block this interface.
    const answer = await client.run('-interpreter-exec console "continue &"', options);
    if (answer.name === 'error' && !isRunningRefusal(answer)) {
      throw this.refused('gdb does not continue its target', answer);
    }
  }
}

function isRunningRefusal(answer: MiRecord): boolean {
  return (
    answer.name === 'error' &&
    /while the (?:target|selected thread) is running/.test(miField(answer.rest, 'msg') ?? '')
  );
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
