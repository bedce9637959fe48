/**
 * How one expected object came off a board. Only `ok` and `repaired` bytes may be believed;
 * `unknown` means complete and sound, but not part of the build it was checked against.
 */
export type ObjectStatus = 'ok' | 'repaired' | 'damaged' | 'missing' | 'unknown';

/** Where the bytes of an object were found. */
export interface ObjectOrigin {
  /** File, port or address range, as a person would name it. */
  readonly source: string;
  /** Wire format or way out, e.g. `embedded-gcov hexdump`, `zephyr dump`, `memory`, `gcda file`. */
  readonly format: string;
  /** First line of a console log, counted from 1. */
  readonly line?: number;
  /** Byte offset in the source. */
  readonly offset?: number;
}

/** One `.gcda` image as it came off a board, with a verdict on its bytes. */
export interface RawObject {
  /** The `.gcda` path the target gave it, unaltered; data, never a place to write to. */
  readonly path: string;
  /** The `.gcda` image; empty when nothing usable arrived. */
  readonly bytes: Uint8Array;
  readonly status: ObjectStatus;
  /** Why the status is not `ok`, with line and offset: a sentence for the tester. */
  readonly reason?: string;
  readonly origin: ObjectOrigin;
}
