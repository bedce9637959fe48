import type { FlowGraph } from './flow-graph.js';
import { BlockSet } from './block-set.js';
import type { LineEntry } from './line-table.js';

/** Which blocks of the function being laid belong to which lines. */
export class LineBlocks {
  private readonly lines: LineEntry[] = [];
  private readonly listed = new BlockSet();

  /** Forgets what a function that could not be counted has left. */
  clear(): void {
    this.lines.length = 0;
  }

  /** Gives a block to a line; the same block may be given again. */
  add(line: LineEntry, block: number): void {
    if (line.blocks === null) {
      line.blocks = [block];
      this.lines.push(line);
    } else {
      line.blocks.push(block);
    }
  }

  /** Shows each line with its blocks, in the order met, and forgets them all. */
  visit(
    { blockCount }: FlowGraph,
    visit: (line: LineEntry, blocks: readonly number[], listed: BlockSet) => void,
  ): void {
    const { lines, listed } = this;
    listed.makeRoom(blockCount);
    for (const line of lines) {
      const blocks = line.blocks ?? [];
      line.blocks = null;
      listed.set(blocks);
      visit(line, blocks, listed);
    }
    lines.length = 0;
  }
}
