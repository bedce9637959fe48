import type { RawObject } from '../gcov/raw-object.js';
import type { ObjectProgress } from './session-state.js';

/** How counters come off a board: printed on its console, or read out of its memory. */
export type Way = 'console' | 'memory';

export interface ConnectionEvents {
  /** Bytes of the board's console, all of them, in order. */
  readonly onBytes: (bytes: Uint8Array) => void;
  /** The same without the payload of dumps, to be shown. */
  readonly onText: (bytes: Uint8Array) => void;
  readonly onLost: (reason: string) => void;
  /** Lines the tester has to act on now, e.g. to paste into their debugger. */
  readonly onInstructions: (lines: readonly string[]) => void;
}

export interface TakeProgress {
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
  readonly objects: readonly ObjectProgress[];
}

export interface TakeOptions {
  /** Folder for the raw bytes, which lie there before they are decoded. */
  readonly rawFolder: string;
  readonly onProgress: (progress: TakeProgress) => void;
  readonly signal: AbortSignal;
}

export interface Taken {
  readonly objects: readonly RawObject[];
  /** SHA-256 of the raw bytes. */
  readonly rawSha256: string | null;
  readonly warnings: readonly string[];
  /** What it took, in words. */
  readonly words?: readonly string[];
  /** Why objects may be missing without a trace; see `SourceContent.gaps`. */
  readonly gaps: readonly string[];
}

export interface Zeroed {
  /** What happened, in words. */
  readonly words: readonly string[];
  /** Every counter was read back as zero. */
  readonly isSure: boolean;
  /** As they were read back; with a baseline, what will be subtracted. */
  readonly objects: readonly RawObject[];
}

/** A board that was connected to; one object is one connection. */
export interface BoardConnection {
  readonly way: Way;
  readonly port: string;
  /** What was found while connecting, in words. */
  readonly words: readonly string[];
  /** False when the profile names no way to zero that works on this connection. */
  readonly canZero: boolean;
  /** True when a baseline can be read instead, which changes nothing on the board. */
  readonly canBaseline?: boolean;
  sendLine(text: string, signal: AbortSignal): Promise<number>;
  /** Zeroes and reads back. Errors: DAMAGED_DUMP when that cannot be read, those of zeroBoard. */
  zero(options: TakeOptions): Promise<Zeroed>;
  /** Reads what the board counts now, to be subtracted later. Errors: as of `zero`. */
  baseline?(options: TakeOptions): Promise<Zeroed>;
  take(options: TakeOptions): Promise<Taken>;
  close(): Promise<void>;
}
