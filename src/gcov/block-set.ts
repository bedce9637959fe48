/** A set of blocks that is emptied and filled once for every line: emptying costs nothing. */
export class BlockSet {
  private marks = new Uint32Array(0);
  private round = 0;

  /** Makes room for the blocks of a function, and empties the set. */
  makeRoom(blockCount: number): void {
    if (blockCount > this.marks.length) {
      this.marks = new Uint32Array(blockCount * 2);
      this.round = 0;
    }
    this.set([]);
  }

  /** Makes these the blocks of the set. */
  set(blocks: readonly number[]): void {
    // Marks of a round long gone must not come back when the rounds start anew.
    if (this.round === 0xffffffff) {
      this.marks.fill(0);
      this.round = 0;
    }
    this.round += 1;
    for (const block of blocks) this.marks[block] = this.round;
  }

  has(block: number): boolean {
    return this.marks[block] === this.round;
  }
}
