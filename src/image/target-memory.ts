import { ByteReader } from '../base/byte-reader.js';
import type { ElfImage, MemoryRegion } from './read-elf.js';
import { regionAt } from './region-at.js';

const MAX_TEXT_BYTES = 4096;
// AVR keeps data at 0x800000 and up in an ELF, while its 16-bit pointers leave that out.
const AVR_DATA_BASE = 0x800000;

/**
 * The memory of the target as the image initialises it. Whatever is not in the image is null.
 * Reads are counted against a budget, so that an image made to be slow is given up on: past it
 * every read throws RangeError.
 */
export class TargetMemory {
  readonly regions: readonly MemoryRegion[];
  readonly pointerSizeBytes: 2 | 4 | 8;
  private readonly image: ElfImage;
  private budget: number;

  constructor(image: ElfImage) {
    this.image = image;
    this.regions = image.regions;
    this.pointerSizeBytes = image.pointerSizeBytes;
    const sizeBytes = image.regions.reduce((sum, region) => sum + region.bytes.length, 0);
    this.budget = 5_000_000 + sizeBytes;
  }

  /** Initialised bytes, or null when not all of them are in the image. */
  bytesAt(address: number, sizeBytes: number): Uint8Array | null {
    this.spend(1);
    const region = regionAt(this.regions, address);
    if (region === null) return null;
    const start = address - region.address;
    return start + sizeBytes <= region.bytes.length
      ? region.bytes.subarray(start, start + sizeBytes)
      : null;
  }

  u32(address: number): number | null {
    const bytes = this.bytesAt(address, 4);
    return bytes === null ? null : new ByteReader(bytes, this.image.endian).u32();
  }

  /** An address held in memory; null when it is not in the image or beyond 2^53. */
  pointer(address: number): number | null {
    const filledIn = this.image.pointers.get(address);
    if (filledIn !== undefined) {
      this.spend(1);
      return filledIn;
    }
    const bytes = this.bytesAt(address, this.pointerSizeBytes);
    if (bytes === null) return null;
    const reader = new ByteReader(bytes, this.image.endian);
    if (this.pointerSizeBytes === 4) return reader.u32();
    if (this.pointerSizeBytes === 2) {
      const value = reader.u16();
      return value === 0 ? 0 : AVR_DATA_BASE + value;
    }
    const value = reader.u64();
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
  }

  /** NUL-terminated text; null when it is unterminated, over-long or not in the image. */
  text(address: number): string | null {
    const region = regionAt(this.regions, address);
    if (region === null) return null;
    const start = address - region.address;
    const end = region.bytes.subarray(start, start + MAX_TEXT_BYTES).indexOf(0);
    this.spend(end < 0 ? MAX_TEXT_BYTES : end + 1);
    if (end < 0) return null;
    return new TextDecoder().decode(region.bytes.subarray(start, start + end));
  }

  /** True when all of the range belongs to the image, initialised or not. */
  isMapped(address: number, sizeBytes: number): boolean {
    const region = regionAt(this.regions, address);
    return region !== null && address - region.address + sizeBytes <= region.sizeBytes;
  }

  /** Name of the section an address lies in when nobody said where that section is; else null. */
  unplaced(address: number): string | null {
    return regionAt(this.regions, address)?.unplaced ?? null;
  }

  /** Where in a range pointers lie whose value on the target is not known, ascending. */
  unknownIn(address: number, sizeBytes: number): readonly number[] {
    const { unknown } = this.image;
    if (unknown.size === 0) return [];
    const found: number[] = [];
    for (let at = address; at < address + sizeBytes; at += 1) if (unknown.has(at)) found.push(at);
    return found;
  }

  isWritable(address: number): boolean {
    return regionAt(this.regions, address)?.isWritable ?? false;
  }

  private spend(steps: number): void {
    this.budget -= steps;
    if (this.budget < 0) {
      throw new RangeError('its tables refer to each other more often than a real build does');
    }
  }
}
