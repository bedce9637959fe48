import type { MemoryBlock, MemoryRange } from '../base/memory.js';

/** What was read from a target, as one memory: blocks may touch, overlap and come in any order. */
export class BlockMemory {
  /** First address that two blocks hold different bytes for, or null. */
  readonly conflict: number | null;
  private readonly blocks: readonly MemoryBlock[];

  constructor(blocks: readonly MemoryBlock[]) {
    const sorted = [...blocks]
      .filter(({ bytes }) => bytes.length > 0)
      .sort((a, b) => a.address - b.address);
    this.blocks = joinBlocks(sorted);
    this.conflict = this.findConflict(sorted);
  }

  /** The bytes of a range, or null when some were not read. */
  read(range: MemoryRange): Uint8Array | null {
    const block = this.blockAt(range.address);
    if (block === undefined) return null;
    const start = range.address - block.address;
    const end = start + range.sizeBytes;
    return end <= block.bytes.length ? block.bytes.subarray(start, end) : null;
  }

  /** Addresses at which these bytes were read, at most so many. */
  find(bytes: Uint8Array, most: number): readonly number[] {
    const found: number[] = [];
    for (const block of this.blocks) {
      const held = Buffer.from(block.bytes.buffer, block.bytes.byteOffset, block.bytes.length);
      let at = held.indexOf(bytes);
      for (; at >= 0 && found.length < most; at = held.indexOf(bytes, at + 1)) {
        found.push(block.address + at);
      }
    }
    return found;
  }

  /** `0x20000000..0x20006000`, for messages. */
  describe(): string {
    const shown = this.blocks
      .slice(0, 4)
      .map(({ address, bytes }) => `${hex(address)}..${hex(address + bytes.length)}`);
    const rest = this.blocks.length - shown.length;
    if (rest > 0) shown.push(`${rest} more`);
    return shown.length === 0 ? 'nothing' : shown.join(', ');
  }

  private findConflict(blocks: readonly MemoryBlock[]): number | null {
    for (const { address, bytes } of blocks) {
      const held = this.read({ address, sizeBytes: bytes.length });
      if (held === null || Buffer.compare(held, bytes) === 0) continue;
      return address + bytes.findIndex((byte, index) => byte !== held[index]);
    }
    return null;
  }

  /** The last block that starts at or before the address. */
  private blockAt(address: number): MemoryBlock | undefined {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.blocks[middle]?.address ?? Infinity) <= address) low = middle + 1;
      else high = middle;
    }
    return this.blocks[low - 1];
  }
}

/** Joins blocks, ascending, that touch or overlap, so that a range lies in one or in none. */
function joinBlocks(blocks: readonly MemoryBlock[]): readonly MemoryBlock[] {
  const joined: MemoryBlock[] = [];
  let parts: Uint8Array[] = [];
  let start = 0;
  let end = 0;
  const close = (): void => {
    const [only] = parts;
    if (only === undefined) return;
    joined.push({ address: start, bytes: parts.length === 1 ? only : Buffer.concat(parts) });
  };
  for (const { address, bytes } of blocks) {
    if (parts.length === 0 || address > end) {
      close();
      parts = [bytes];
      start = address;
      end = address + bytes.length;
    } else if (address + bytes.length > end) {
      parts.push(bytes.subarray(end - address));
      end = address + bytes.length;
    }
  }
  close();
  return joined;
}

function hex(address: number): string {
  return `0x${address.toString(16).padStart(8, '0')}`;
}
