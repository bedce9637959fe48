/** A part of an object or a name that has not arrived: from its first to its last byte. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Bytes that arrive in pieces, in any order, some twice. Of two pieces at one place the later one
 * stays: a checksum over the whole decides what is believed.
 */
export class FramedPieces {
  private readonly pieces = new Map<number, Uint8Array>();
  private used = 0;

  get receivedBytes(): number {
    return this.used;
  }

  /** Gives true when something new came. */
  add(offset: number, bytes: Uint8Array): boolean {
    const before = this.pieces.get(offset);
    if (before !== undefined && Buffer.compare(before, bytes) === 0) return false;
    this.used += bytes.length - (before?.length ?? 0);
    this.pieces.set(offset, bytes);
    return true;
  }

  at(offset: number): Uint8Array | undefined {
    return this.pieces.get(offset);
  }

  addAll(others: FramedPieces): void {
    for (const [offset, bytes] of others.pieces) this.add(offset, bytes);
  }

  clear(): void {
    this.pieces.clear();
    this.used = 0;
  }

  /** What is missing of the first `sizeBytes`, in order; at most 10,000 gaps. */
  gaps(sizeBytes: number): readonly Gap[] {
    const gaps: Gap[] = [];
    let at = 0;
    for (const offset of [...this.pieces.keys()].sort((a, b) => a - b)) {
      if (offset >= sizeBytes || gaps.length >= 10_000) break;
      if (offset > at) gaps.push({ from: at, to: offset - 1 });
      at = Math.max(at, offset + (this.pieces.get(offset)?.length ?? 0));
    }
    if (at < sizeBytes) gaps.push({ from: at, to: sizeBytes - 1 });
    return gaps;
  }

  /** All bytes, or null while some are missing or more than that came. */
  whole(sizeBytes: number): Uint8Array | null {
    if (this.used !== sizeBytes || this.gaps(sizeBytes).length > 0) return null;
    const bytes = new Uint8Array(sizeBytes);
    for (const [offset, piece] of this.pieces) bytes.set(piece, offset);
    return bytes;
  }
}
