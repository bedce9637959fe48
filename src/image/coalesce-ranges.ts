import type { MemoryRange } from '../base/memory.js';

/**
 * Joins ranges that touch, overlap or lie at most `gapBytes` apart, since one longer read costs a
 * debug probe less than two short ones. Ascending; empty ranges are left out.
 */
export function coalesceRanges(
  ranges: Iterable<MemoryRange>,
  gapBytes: number,
): readonly MemoryRange[] {
  const sorted = [...ranges]
    .filter((range) => range.sizeBytes > 0)
    .sort((a, b) => a.address - b.address);
  const joined: { address: number; sizeBytes: number }[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && range.address <= last.address + last.sizeBytes + gapBytes) {
      const end = Math.max(last.address + last.sizeBytes, range.address + range.sizeBytes);
      last.sizeBytes = end - last.address;
    } else joined.push({ address: range.address, sizeBytes: range.sizeBytes });
  }
  return joined;
}
