import type { ObjectStatus, RawObject } from '../gcov/raw-object.js';

/** Raw bytes of a fetch, as they lie on disk. */
export interface RawCopy {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Target address of the first byte, for memory; null for a console. */
  readonly address: number | null;
}

/** What came off a board, each object with its verdict, and where the raw bytes are kept. */
export interface FetchResult {
  readonly way: 'console' | 'memory';
  /** Port or memory source. */
  readonly source: string;
  readonly objects: readonly RawObject[];
  /** Console formats found. */
  readonly formats: readonly string[];
  readonly warnings: readonly string[];
  /** True when a dump had its beginning and its end, or all memory asked for was read. */
  readonly isComplete: boolean;
  /** The first of the raw copies. */
  readonly rawFile: string;
  readonly rawFiles: readonly RawCopy[];
  /** How often the board was asked. */
  readonly attempts: number;
  /** How many reads of memory it took. */
  readonly reads?: number;
  readonly receivedBytes: number;
  readonly elapsedMs: number;
}

export interface ObjectState {
  readonly path: string;
  readonly status: ObjectStatus | 'waiting' | 'reading';
  readonly sizeBytes: number;
}

/** How far a fetch has come. */
export interface FetchState {
  readonly receivedBytes: number;
  /** Null when the way out does not announce it. */
  readonly totalBytes: number | null;
  readonly elapsedMs: number;
  readonly objects: readonly ObjectState[];
}
