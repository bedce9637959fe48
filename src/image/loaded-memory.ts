import { ByteReader, type Endian } from '../base/byte-reader.js';
import { regionAt } from './region-at.js';
import type { MemoryRegion } from './read-elf.js';

/** Beyond every address that is read from a target: where sections nobody placed are thought to be. */
export const NOWHERE = 2 ** 52;
const MOST_COPIED_BYTES = 256 * 1024 * 1024;

/** The memory of an image while its pointers are filled in. Regions ascend by address. */
export class LoadedMemory {
  readonly regions: MemoryRegion[];
  /** Pointers that were filled in, by the address they lie at. */
  readonly pointers = new Map<number, number>();
  /** Where pointers lie whose value on the target nobody knows. */
  readonly unknown = new Set<number>();
  private readonly copied = new Set<MemoryRegion>();
  private copiedBytes = 0;

  constructor(
    regions: readonly MemoryRegion[],
    private readonly endian: Endian,
  ) {
    this.regions = [...regions];
  }

  /** The word at an address; null where the image has none. */
  word(address: number, sizeBytes: 2 | 4 | 8): bigint | null {
    const region = regionAt(this.regions, address);
    if (region === null) return null;
    const offset = address - region.address;
    if (offset + sizeBytes > region.bytes.length) return null;
    const reader = new ByteReader(region.bytes, this.endian, offset);
    if (sizeBytes === 8) return reader.u64();
    return BigInt(sizeBytes === 4 ? reader.u32() : reader.u16());
  }

  setPointer(address: number, value: number, sizeBytes: 2 | 4 | 8): void {
    if (!Number.isSafeInteger(value) || value >= NOWHERE) {
      this.setUnknown(address);
      if (Number.isSafeInteger(value)) this.pointers.set(address, value);
      return;
    }
    const bits = BigInt.asUintN(sizeBytes * 8, BigInt(value));
    const region = this.writable(address);
    if (region === null) return;
    const view = new DataView(region.bytes.buffer, region.bytes.byteOffset, region.bytes.length);
    const offset = address - region.address;
    const isLittle = this.endian === 'little';
    if (sizeBytes === 8) view.setBigUint64(offset, bits, isLittle);
    else if (sizeBytes === 4) view.setUint32(offset, Number(bits), isLittle);
    else view.setUint16(offset, Number(bits), isLittle);
    this.pointers.set(address, sizeBytes === 2 ? value : Number(bits));
    this.unknown.delete(address);
  }

  /** A pointer to something, but nobody here knows where that is. */
  setUnknown(address: number): void {
    if (this.pointers.has(address)) return;
    this.pointers.set(address, 1);
    this.unknown.add(address);
  }

  private writable(address: number): MemoryRegion | null {
    const region = regionAt(this.regions, address);
    if (region === null || this.copied.has(region)) return region;
    this.copiedBytes += region.bytes.length;
    if (this.copiedBytes > MOST_COPIED_BYTES) {
      throw new RangeError(`its regions hold more than ${MOST_COPIED_BYTES} bytes to relocate`);
    }
    const copy = { ...region, bytes: new Uint8Array(region.bytes) };
    this.regions[this.regions.indexOf(region)] = copy;
    this.copied.add(copy);
    return copy;
  }
}
