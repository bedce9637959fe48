import type { MemoryBlock, MemoryRange } from '../base/memory.js';

/**
 * A way to read target memory. `open` halts the target where that is needed; after `close` it is as
 * it was found: running if it was running.
 */
export interface MemorySource {
  /** The source as the tester wrote it, e.g. `tcp:localhost:3333`. */
  readonly name: string;
  /** What went wrong without ending the session, e.g. a target that could not be resumed. */
  readonly warnings?: readonly string[];
  /** What `open` found, where "the target runs" or "is halted" does not say it. */
  readonly found?: string;
  /** Errors: PORT_GONE, PORT_FAILED, GDB_REFUSED, NO_ANSWER, CANCELLED. */
  open(signal: AbortSignal): Promise<void>;
  /**
   * Everything that will be read, told before the first read: a source that has to ask a person asks
   * once. Errors: NO_ANSWER, MEMORY_UNREADABLE, CANCELLED.
   */
  expect?(ranges: readonly MemoryRange[], signal: AbortSignal): Promise<void>;
  /** Exactly the range asked for. Errors: MEMORY_UNREADABLE, LINK_LOST, NO_ANSWER, CANCELLED. */
  read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock>;
  /** Writes memory; only ever used to zero counters of a halted target, on request. */
  write(block: MemoryBlock, signal: AbortSignal): Promise<void>;
  /** True when the target was running when we came. */
  readonly wasRunning: boolean;
  close(): Promise<void>;
}
