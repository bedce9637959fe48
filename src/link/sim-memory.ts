import { BenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import type { MemorySource } from './memory-source.js';
import { simBoard, type SimBoard } from './sim-board.js';

/** The recorded memory of a simulated board, in the state its console left it in. */
export class SimMemory implements MemorySource {
  readonly wasRunning = true;
  readonly name: string;
  private board: SimBoard | null = null;

  constructor(
    name: string,
    private readonly boardName: string,
  ) {
    this.name = name;
  }

  async open(signal: AbortSignal): Promise<void> {
    const board = await simBoard(this.boardName);
    if (signal.aborted) throw new BenchError('CANCELLED', `opening ${this.name} was cancelled`);
    board.connect();
    this.board = board;
  }

  read(range: MemoryRange): Promise<MemoryBlock> {
    const bytes = this.board?.readMemory(range);
    if (bytes) return Promise.resolve({ address: range.address, bytes });
    return Promise.reject(
      new BenchError('MEMORY_UNREADABLE', `${this.name} has no recording of this memory`, {
        why: `asked for ${range.sizeBytes} bytes at 0x${range.address.toString(16)}`,
        hints: ['use the ELF of the simulated board, boards/sim/rig.elf of the package'],
      }),
    );
  }

  write(block: MemoryBlock): Promise<void> {
    if (this.board?.zeroMemory(block)) return Promise.resolve();
    return Promise.reject(
      new BenchError('MEMORY_UNREADABLE', `${this.name} can only zero all its counters at once`),
    );
  }

  close(): Promise<void> {
    this.board = null;
    return Promise.resolve();
  }
}
