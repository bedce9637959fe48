import type { Endian } from '../base/byte-reader.js';
import type { MemoryRange } from '../base/memory.js';

/** Memory whose content the image tells; `expected` is `sizeBytes` long. */
export interface KnownMemory extends MemoryRange {
  readonly expected: Uint8Array;
}

/** Counters of one kind of one function: `length` 64-bit values at `address`. */
export interface PlannedCounters {
  /** gcov counter kind; 0 is arcs. */
  readonly kind: number;
  readonly address: number;
  readonly length: number;
}

export interface PlannedFunction {
  /** False for a discarded comdat copy: only a placeholder is written for it. */
  readonly isPresent: boolean;
  readonly ident: number;
  readonly lineChecksum: number;
  readonly graphChecksum: number;
  readonly counters: readonly PlannedCounters[];
}

/** One translation unit of the firmware: who it is, and where its counters live. */
export interface PlannedObject {
  /** The `.gcda` path compiled into the image. */
  readonly path: string;
  readonly versionWord: number;
  readonly stamp: number;
  /** Checksum word of GCC 12 and later, else null. */
  readonly checksum: number | null;
  /**
   * The constant part of the object's descriptor in memory: stamp, checksum and everything behind
   * them. Read back before any counter is believed.
   */
  readonly identity: KnownMemory;
  /** The version word before it, which some runtimes clear. */
  readonly version: KnownMemory;
  /**
   * First and last function table entry where these lie in RAM. They hold addresses of counters,
   * so they tell a build apart that moved its counters and kept its stamps.
   */
  readonly tables: readonly KnownMemory[];
  readonly functions: readonly PlannedFunction[];
}

/** How far the addresses of a plan are those of the target. */
export interface PlanPlacing {
  readonly kind: 'fixed' | 'position-independent' | 'module';
  /** True when somebody said where the image was loaded. */
  readonly isGiven: boolean;
  /** Sections of a module that have to be read and that nobody said the address of. */
  readonly unplaced: readonly string[];
}

/**
 * Everything a memory source needs to know, taken from the linked ELF alone: the objects in the
 * order found, and the coalesced ranges to read.
 */
export interface CounterPlan {
  readonly placing: PlanPlacing;
  readonly endian: Endian;
  readonly pointerSizeBytes: 2 | 4 | 8;
  readonly objects: readonly PlannedObject[];
  /** Identity words and counters, coalesced, ascending. */
  readonly ranges: readonly MemoryRange[];
  /** Bytes of counters alone. */
  readonly counterBytes: number;
}
