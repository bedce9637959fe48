import type { Endian } from '../base/byte-reader.js';
import type { Count } from '../base/count.js';

/** Kind number of the arc counters, the only kind line and branch counts need. */
export const ARC_KIND = 0;

/** The words that say which function of which build a record is about. */
export interface FunctionIdentity {
  readonly ident: number;
  /** Checksum over the function's name and source line. */
  readonly lineChecksum: number;
  /** Checksum over the flow graph; 0 where the format has none (before GCC 4.7). */
  readonly graphChecksum: number;
}

/** The counters of one kind of one function, as signed 64-bit values in the order of the record. */
export interface KindCounters {
  readonly kind: number;
  readonly values: readonly Count[];
  /** Byte offset of the record, when it was read from an image. */
  readonly offset?: number;
}

export interface FunctionCounters extends FunctionIdentity {
  /** Ascending by kind. */
  readonly counters: readonly KindCounters[];
  /** Byte offset of the function record, when it was read from an image. */
  readonly offset?: number;
}

/** What libgcov notes about the whole program. */
export interface CounterSummary {
  readonly runs: number;
  /** Largest arc counter over all objects, low 32 bits. */
  readonly sumMax: number;
}

/** The content of one `.gcda` image. */
export interface CounterData {
  /** Byte order of the target. */
  readonly endian: Endian;
  readonly versionWord: number;
  readonly stamp: number;
  /** Checksum word of GCC 12 and later, else null. */
  readonly checksum: number | null;
  /** Null when the writer left it out, as Zephyr, NASA and freestanding writers do. */
  readonly summary: CounterSummary | null;
  /** In the order of the image; null is a placeholder: this program has another copy of it. */
  readonly functions: readonly (FunctionCounters | null)[];
  /** True when the image ends with a zero word, as libgcov's do. */
  readonly hasEndWord: boolean;
  /** What was odd but sound when the image was read, a sentence each: fill behind it, and so on. */
  readonly remarks?: readonly string[];
}
