import { addCounts, subtractCounts, type Count } from '../base/count.js';
import type { PackedArcs } from './flow-graph.js';
import { ARC_ON_TREE, type NotesFunction } from './notes.js';

/** The counts of a function's arcs (in notes order) and blocks. */
export interface SolvedCounts {
  readonly arcCounts: readonly Count[];
  readonly blockCounts: readonly Count[];
}

/** Number of counters a function has: one for each arc that is not on the spanning tree. */
export function countersOf(entry: NotesFunction): number {
  let count = 0;
  for (const arc of entry.arcs) if ((arc.flags & ARC_ON_TREE) === 0) count += 1;
  return count;
}

/**
 * Derives the counts of all arcs and blocks from the counters, which belong to the arcs off the
 * spanning tree in notes order: what flows into a block flows out of it. Linear in the arcs. Null
 * when the graph leaves a count open, which no compiler's does.
 */
export function solveArcs(
  entry: NotesFunction,
  counters: readonly Count[],
  successors: PackedArcs,
  predecessors: PackedArcs,
): SolvedCounts | null {
  const graph = new OpenGraph(entry, counters, successors, predecessors);
  for (let block = entry.blockCount - 1; block >= 0; block -= 1) graph.queue.push(block);
  for (let block = graph.queue.pop(); block !== undefined; block = graph.queue.pop()) {
    graph.settle(block);
  }
  return graph.result();
}

class OpenGraph {
  readonly queue: number[] = [];
  private readonly arcCounts: Count[] = [];
  private readonly blockCounts: Count[];
  private readonly isArcKnown: Uint8Array;
  private readonly isBlockKnown: Uint8Array;
  /** Arcs still unknown on either side of a block. */
  private readonly openIn: Int32Array;
  private readonly openOut: Int32Array;
  private openArcs = 0;
  private openBlocks: number;

  constructor(
    private readonly entry: NotesFunction,
    counters: readonly Count[],
    private readonly successors: PackedArcs,
    private readonly predecessors: PackedArcs,
  ) {
    const { arcs, blockCount, exitBlock } = entry;
    this.blockCounts = Array.from({ length: blockCount }, () => 0);
    this.isArcKnown = new Uint8Array(arcs.length);
    this.isBlockKnown = new Uint8Array(blockCount);
    this.openIn = new Int32Array(blockCount);
    this.openOut = new Int32Array(blockCount);
    this.openBlocks = blockCount;
    let next = 0;
    arcs.forEach((arc, index) => {
      if ((arc.flags & ARC_ON_TREE) === 0) {
        this.arcCounts.push(counters[next++] ?? 0);
        this.isArcKnown[index] = 1;
        return;
      }
      this.arcCounts.push(0);
      this.openArcs += 1;
      add(this.openOut, arc.source, 1);
      add(this.openIn, arc.target, 1);
    });
    // Nothing is known of what comes before the entry and behind the exit.
    this.openIn[0] = -1;
    this.openOut[exitBlock] = -1;
  }

  /** Derives what can be derived at one block, and queues the blocks this may help. */
  settle(block: number): void {
    if (this.isBlockKnown[block] === 0) {
      if (this.openOut[block] === 0) this.setBlock(block, this.sum(this.successors, block));
      else if (this.openIn[block] === 0) this.setBlock(block, this.sum(this.predecessors, block));
      else return;
    }
    if (this.openOut[block] === 1) this.deriveLast(this.successors, block);
    if (this.openIn[block] === 1) this.deriveLast(this.predecessors, block);
  }

  result(): SolvedCounts | null {
    if (this.openArcs > 0 || this.openBlocks > 0) return null;
    return { arcCounts: this.arcCounts, blockCounts: this.blockCounts };
  }

  private setBlock(block: number, count: Count): void {
    this.blockCounts[block] = count;
    this.isBlockKnown[block] = 1;
    this.openBlocks -= 1;
  }

  private sum({ starts, list }: PackedArcs, block: number): Count {
    const end = starts[block + 1] ?? 0;
    let sum: Count = 0;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      sum = addCounts(sum, this.arcCounts[list[at] ?? 0] ?? 0);
    }
    return sum;
  }

  private deriveLast({ starts, list }: PackedArcs, block: number): void {
    const end = starts[block + 1] ?? 0;
    let rest: Count = this.blockCounts[block] ?? 0;
    let last = -1;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const index = list[at] ?? 0;
      if (this.isArcKnown[index] === 1) rest = subtractCounts(rest, this.arcCounts[index] ?? 0);
      else last = index;
    }
    const arc = this.entry.arcs[last];
    if (arc === undefined) return;
    this.arcCounts[last] = rest;
    this.isArcKnown[last] = 1;
    this.openArcs -= 1;
    if (arc.source !== this.entry.exitBlock) add(this.openOut, arc.source, -1);
    if (arc.target !== 0) add(this.openIn, arc.target, -1);
    this.queue.push(arc.source, arc.target);
  }
}

function add(counts: Int32Array, at: number, amount: number): void {
  counts[at] = (counts[at] ?? 0) + amount;
}
