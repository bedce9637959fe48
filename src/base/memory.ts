/** A range of target memory. Addresses are exact up to 2^53. */
export interface MemoryRange {
  readonly address: number;
  readonly sizeBytes: number;
}

/** Bytes read from (or to be written to) target memory. */
export interface MemoryBlock {
  readonly address: number;
  readonly bytes: Uint8Array;
}
