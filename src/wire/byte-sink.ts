import { BenchError } from '../base/bench-error.js';

const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** Collects the bytes of one object; past 64 MiB it refuses (DAMAGED_DUMP). */
export class ByteSink {
  private buffer = Buffer.alloc(256);
  private used = 0;

  get sizeBytes(): number {
    return this.used;
  }

  /** Appends hex digits, two to a byte; the caller has checked that they are. */
  addHex(digits: string): void {
    this.add(Buffer.from(digits, 'hex'));
  }

  add(bytes: Uint8Array): void {
    if (this.used + bytes.length > MAX_OBJECT_BYTES) {
      throw new BenchError('DAMAGED_DUMP', 'an object of the dump is larger than any real one', {
        why: `more than ${MAX_OBJECT_BYTES} bytes arrived for it`,
      });
    }
    if (this.used + bytes.length > this.buffer.length) {
      const larger = Buffer.alloc(Math.max(this.buffer.length * 2, this.used + bytes.length));
      larger.set(this.view());
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** What was collected, in place: good until the next change. */
  view(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  /** Forgets the first bytes. */
  drop(sizeBytes: number): void {
    this.buffer.copyWithin(0, sizeBytes, this.used);
    this.used -= sizeBytes;
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.view());
  }
}
