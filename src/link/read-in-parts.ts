import type { MemoryBlock, MemoryRange } from '../base/memory.js';

/**
 * Reads a range in parts of which none is longer than `mostBytes` allows where it starts. What
 * `readPart` throws ends it.
 */
export async function readInParts(
  range: MemoryRange,
  mostBytes: (address: number) => number,
  readPart: (part: MemoryRange) => Promise<Uint8Array>,
): Promise<MemoryBlock> {
  const bytes = new Uint8Array(range.sizeBytes);
  for (let done = 0; done < range.sizeBytes;) {
    const address = range.address + done;
    const sizeBytes = Math.min(mostBytes(address), range.sizeBytes - done);
    bytes.set(await readPart({ address, sizeBytes }), done);
    done += sizeBytes;
  }
  return { address: range.address, bytes };
}
