import type { MemoryBlock, MemoryRange } from '../base/memory.js';

/**
 * A way to read target memory. `halt` and `resume` bracket the reads; a source that needs no halt
 * makes them no-ops. After `close` the target is as it was found: running if it was running.
 */
export interface MemorySource {
  /** The source as the tester wrote it, e.g. `tcp:localhost:3333`. */
  readonly name: string;
  /** Errors: PORT_GONE, PORT_FAILED, GDB_REFUSED, NO_ANSWER, CANCELLED. */
  open(signal: AbortSignal): Promise<void>;
  /** Exactly the range asked for. Errors: MEMORY_UNREADABLE, LINK_LOST, NO_ANSWER, CANCELLED. */
  read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock>;
  /** Writes memory; only ever used to zero counters of a halted target, on request. */
  write(block: MemoryBlock, signal: AbortSignal): Promise<void>;
  /** True when the target was running when we came. */
  readonly wasRunning: boolean;
  close(): Promise<void>;
}
