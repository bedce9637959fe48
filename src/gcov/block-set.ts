/** A set of blocks that is emptied and filled once for every line: emptying costs nothing. */
export class BlockSet {
  private readonly marks: Uint32Array;
  private round = 0;

  constructor(blockCount: number) {
    this.marks = new Uint32Array(blockCount);
  }

  /** Makes these the blocks of the set. */
  set(blocks: readonly number[]): void {
    this.round += 1;
    for (const block of blocks) this.marks[block] = this.round;
  }

  has(block: number): boolean {
    return this.marks[block] === this.round;
  }
}
