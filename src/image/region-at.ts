import type { MemoryRegion } from './read-elf.js';

/** The region an address lies in, of regions ascending by address; null for none. */
export function regionAt(regions: readonly MemoryRegion[], address: number): MemoryRegion | null {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((regions[middle]?.address ?? Infinity) <= address) low = middle + 1;
    else high = middle;
  }
  const region = regions[low - 1];
  return region !== undefined && address < region.address + region.sizeBytes ? region : null;
}
