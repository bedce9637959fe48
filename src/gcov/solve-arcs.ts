import { addCounts, subtractCounts, type Count } from '../base/count.js';
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
export function solveArcs(entry: NotesFunction, counters: readonly Count[]): SolvedCounts | null {
  const graph = new OpenGraph(entry, counters);
  for (let block = entry.blockCount - 1; block >= 0; block -= 1) graph.queue.push(block);
  for (let block = graph.queue.pop(); block !== undefined; block = graph.queue.pop()) {
    graph.settle(block);
  }
  return graph.result();
}

/** One side of a block: its arcs and how many of them are still unknown. */
interface Side {
  readonly arcs: number[];
  unknown: number;
}

class OpenGraph {
  readonly queue: number[] = [];
  private readonly arcCounts: (Count | null)[] = [];
  private readonly blockCounts: (Count | null)[];
  private readonly incoming: Side[];
  private readonly outgoing: Side[];

  constructor(
    private readonly entry: NotesFunction,
    counters: readonly Count[],
  ) {
    const { arcs, blockCount, exitBlock } = entry;
    this.blockCounts = Array.from({ length: blockCount }, () => null);
    this.incoming = Array.from({ length: blockCount }, () => ({ arcs: [], unknown: 0 }));
    this.outgoing = Array.from({ length: blockCount }, () => ({ arcs: [], unknown: 0 }));
    let next = 0;
    arcs.forEach((arc, index) => {
      const isKnown = (arc.flags & ARC_ON_TREE) === 0;
      this.arcCounts.push(isKnown ? (counters[next++] ?? null) : null);
      addArc(this.outgoing[arc.source], index, isKnown);
      addArc(this.incoming[arc.target], index, isKnown);
    });
    // Nothing is known of what comes before the entry and behind the exit.
    const entrySide = this.incoming[0];
    if (entrySide) entrySide.unknown = Infinity;
    const exitSide = this.outgoing[exitBlock];
    if (exitSide) exitSide.unknown = Infinity;
  }

  /** Derives what can be derived at one block, and queues the blocks this may help. */
  settle(block: number): void {
    const incoming = this.incoming[block];
    const outgoing = this.outgoing[block];
    if (incoming === undefined || outgoing === undefined) return;
    const count = (this.blockCounts[block] ??=
      outgoing.unknown === 0
        ? this.sum(outgoing)
        : incoming.unknown === 0
          ? this.sum(incoming)
          : null);
    if (count === null) return;
    if (outgoing.unknown === 1) this.deriveLast(outgoing, count);
    if (incoming.unknown === 1) this.deriveLast(incoming, count);
  }

  result(): SolvedCounts | null {
    const arcCounts = this.arcCounts.filter((count) => count !== null);
    const blockCounts = this.blockCounts.filter((count) => count !== null);
    if (arcCounts.length !== this.arcCounts.length) return null;
    return blockCounts.length === this.blockCounts.length ? { arcCounts, blockCounts } : null;
  }

  private sum(side: Side): Count {
    let sum: Count = 0;
    for (const arc of side.arcs) sum = addCounts(sum, this.arcCounts[arc] ?? 0);
    return sum;
  }

  private deriveLast(side: Side, blockCount: Count): void {
    let rest = blockCount;
    let last: number | null = null;
    for (const index of side.arcs) {
      const count = this.arcCounts[index] ?? null;
      if (count === null) last = index;
      else rest = subtractCounts(rest, count);
    }
    const arc = last === null ? undefined : this.entry.arcs[last];
    if (last === null || arc === undefined) return;
    this.arcCounts[last] = rest;
    for (const [end, sides] of [
      [arc.source, this.outgoing],
      [arc.target, this.incoming],
    ] as const) {
      const open = sides[end];
      if (open) open.unknown -= 1;
      this.queue.push(end);
    }
  }
}

function addArc(side: Side | undefined, index: number, isKnown: boolean): void {
  if (side === undefined) return;
  side.arcs.push(index);
  if (!isKnown) side.unknown += 1;
}
