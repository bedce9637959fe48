import { addCounts, subtractCounts, type Count } from '../base/count.js';
import type { FlowGraph, PackedArcs } from './flow-graph.js';
import { ARC_ON_TREE } from './notes.js';

const MAX_COUNT = 2n ** 63n - 1n;

/** `open`: the graph leaves a count open, which no compiler's does; `overflow`: beyond 64 bits. */
export type SolveResult = 'solved' | 'open' | 'overflow';

/**
 * Derives the counts of all arcs and blocks from the counters, which belong to the arcs off the
 * spanning tree in notes order: what flows into a block flows out of it. Linear in the arcs. One
 * object serves graph after graph, so that its working arrays are made once.
 */
export class ArcSolver {
  private isArcKnown = new Uint8Array(0);
  private isBlockKnown = new Uint8Array(0);
  /** Arcs still unknown on either side of a block. */
  private openIn = new Int32Array(0);
  private openOut = new Int32Array(0);
  private readonly queue: number[] = [];
  private openArcs = 0;
  private openBlocks = 0;
  private isTooLarge = false;

  /** Fills the counts of the graph from its counters. */
  solve(graph: FlowGraph, counters: readonly Count[], isClang = false): SolveResult {
    this.start(graph, counters);
    const treeArcs = this.openArcs;
    const { queue } = this;
    for (let block = graph.blockCount - 1; block >= 0; block -= 1) queue.push(block);
    for (let block = queue.pop(); block !== undefined; block = queue.pop()) {
      this.settle(graph, block);
    }
    if (this.openArcs > 0 || this.openBlocks > 0) return 'open';
    if (treeArcs !== graph.blockCount - 2 && !isBalanced(graph, isClang)) return 'open';
    return this.isTooLarge ? 'overflow' : 'solved';
  }

  private start(graph: FlowGraph, counters: readonly Count[]): void {
    const { blockCount, arcCount, source, target, flags, arcCounts, blockCounts } = graph;
    this.makeRoom(blockCount, arcCount);
    const { isArcKnown, openIn, openOut } = this;
    this.isBlockKnown.fill(0, 0, blockCount);
    openIn.fill(0, 0, blockCount);
    openOut.fill(0, 0, blockCount);
    this.openBlocks = blockCount;
    this.openArcs = 0;
    this.isTooLarge = false;
    for (let block = 0; block < blockCount; block += 1) blockCounts[block] = 0;
    let next = 0;
    for (let arc = 0; arc < arcCount; arc += 1) {
      if (((flags[arc] ?? 0) & ARC_ON_TREE) === 0) {
        arcCounts[arc] = counters[next] ?? 0;
        isArcKnown[arc] = 1;
        next += 1;
        continue;
      }
      arcCounts[arc] = 0;
      isArcKnown[arc] = 0;
      this.openArcs += 1;
      add(openOut, source[arc] ?? 0, 1);
      add(openIn, target[arc] ?? 0, 1);
    }
    // Nothing is known of what comes before the entry and behind the exit.
    openIn[0] = -1;
    openOut[graph.exitBlock] = -1;
  }

  private makeRoom(blockCount: number, arcCount: number): void {
    if (arcCount > this.isArcKnown.length) this.isArcKnown = new Uint8Array(arcCount * 2);
    if (blockCount <= this.isBlockKnown.length) return;
    this.isBlockKnown = new Uint8Array(blockCount * 2);
    this.openIn = new Int32Array(blockCount * 2);
    this.openOut = new Int32Array(blockCount * 2);
  }

  /** Derives what can be derived at one block, and queues the blocks this may help. */
  private settle(graph: FlowGraph, block: number): void {
    const { successors, predecessors, arcCounts } = graph;
    if (this.isBlockKnown[block] === 0) {
      if (this.openOut[block] === 0)
        this.setBlock(graph, block, sumOf(successors, block, arcCounts));
      else if (this.openIn[block] === 0) {
        this.setBlock(graph, block, sumOf(predecessors, block, arcCounts));
      } else return;
    }
    if (this.openOut[block] === 1) this.deriveLast(graph, successors, block);
    if (this.openIn[block] === 1) this.deriveLast(graph, predecessors, block);
  }

  private setBlock(graph: FlowGraph, block: number, count: Count): void {
    graph.blockCounts[block] = count;
    this.isBlockKnown[block] = 1;
    this.openBlocks -= 1;
    this.notice(graph, count);
  }

  private deriveLast(graph: FlowGraph, { starts, list }: PackedArcs, block: number): void {
    const { arcCounts, source, target } = graph;
    const { isArcKnown } = this;
    const end = starts[block + 1] ?? 0;
    let rest: Count = graph.blockCounts[block] ?? 0;
    let last = -1;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const arc = list[at] ?? 0;
      if (isArcKnown[arc] === 1) rest = subtractCounts(rest, arcCounts[arc] ?? 0);
      else last = arc;
    }
    if (last === -1) return;
    arcCounts[last] = rest;
    isArcKnown[last] = 1;
    this.openArcs -= 1;
    this.notice(graph, rest);
    const from = source[last] ?? 0;
    const to = target[last] ?? 0;
    if (from !== graph.exitBlock) add(this.openOut, from, -1);
    if (to !== 0) add(this.openIn, to, -1);
    this.queue.push(from, to);
  }

  private notice(graph: FlowGraph, count: Count): void {
    if (count < 0) graph.hasNegative = true;
    if (typeof count === 'bigint' && (count > MAX_COUNT || -count > MAX_COUNT)) {
      this.isTooLarge = true;
    }
  }
}

/**
 * True when what flows into every block flows out of it. A whole spanning tree makes it so; with
 * arcs lost from the notes it depends on the order in which counts are derived.
 */
function isBalanced(graph: FlowGraph, isClang: boolean): boolean {
  const { blockCount, exitBlock, successors, predecessors, arcCounts } = graph;
  for (let block = 1; block < blockCount; block += 1) {
    if (block === exitBlock) continue;
    const isEnd = (successors.starts[block + 1] ?? 0) === (successors.starts[block] ?? 0);
    // Thunks end so, by counters alone; clang writes landing pads without a way out.
    if (isEnd && (isClang || !hasDerivedWayIn(graph, block))) continue;
    const [into, out] = [predecessors, successors].map((pack) => sumOf(pack, block, arcCounts));
    if (into !== out) return false;
  }
  return true;
}

function hasDerivedWayIn({ predecessors, flags }: FlowGraph, block: number): boolean {
  const { starts, list } = predecessors;
  return list
    .subarray(starts[block], starts[block + 1])
    .some((arc) => ((flags[arc] ?? 0) & ARC_ON_TREE) !== 0);
}

function sumOf({ starts, list }: PackedArcs, block: number, arcCounts: readonly Count[]): Count {
  const end = starts[block + 1] ?? 0;
  let sum: Count = 0;
  for (let at = starts[block] ?? 0; at < end; at += 1) {
    sum = addCounts(sum, arcCounts[list[at] ?? 0] ?? 0);
  }
  return sum;
}

function add(counts: Int32Array, at: number, amount: number): void {
  counts[at] = (counts[at] ?? 0) + amount;
}
