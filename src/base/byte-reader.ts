/** Byte order of a file or target. */
export type Endian = 'little' | 'big';

/**
 * Reads fixed-size values from one buffer and never past its end: each read of something that is
 * not there throws `RangeError` with the offset, so a caller can turn it into its own refusal.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly endian: Endian;
  offset: number;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, endian: Endian, offset = 0) {
    this.bytes = bytes;
    this.endian = endian;
    this.offset = offset;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes between the current offset and the end. */
  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), this.endian === 'little');
  }

  u32(): number {
    return this.view.getUint32(this.take(4), this.endian === 'little');
  }

  /** A 64-bit value in the natural order of the target. */
  u64(): bigint {
    return this.view.getBigUint64(this.take(8), this.endian === 'little');
  }

  /** A view of the next `size` bytes; no copy. */
  slice(size: number): Uint8Array {
    const start = this.take(size);
    return this.bytes.subarray(start, start + size);
  }

  private take(size: number): number {
    const start = this.offset;
    if (!Number.isSafeInteger(size) || size < 0 || start + size > this.bytes.length) {
      throw new RangeError(
        `${size} bytes wanted at offset ${start}, ${Math.max(0, this.bytes.length - start)} left`,
      );
    }
    this.offset = start + size;
    return start;
  }
}
