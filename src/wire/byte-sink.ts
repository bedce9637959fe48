import { BenchError } from '../base/bench-error.js';

const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** Collects the bytes of one object; past 64 MiB it refuses (DAMAGED_DUMP). */
export class ByteSink {
  private buffer = new Uint8Array(256);
  private used = 0;

  get sizeBytes(): number {
    return this.used;
  }

  /** Appends hex digits, two to a byte; the caller has checked that they are. */
  addHex(digits: string): void {
    const bytes = Buffer.from(digits, 'hex');
    if (this.used + bytes.length > MAX_OBJECT_BYTES) {
      throw new BenchError('DAMAGED_DUMP', 'an object of the dump is larger than any real one', {
        why: `more than ${MAX_OBJECT_BYTES} bytes arrived for it`,
      });
    }
    while (this.used + bytes.length > this.buffer.length) {
      const larger = new Uint8Array(this.buffer.length * 2);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  toBytes(): Uint8Array {
    return this.buffer.slice(0, this.used);
  }
}
