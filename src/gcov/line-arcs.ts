import { addCounts, subtractCounts, type Count } from '../base/count.js';
import type { BlockSet } from './block-set.js';
import { arcCountOf, type FlowGraph, type PackedArcs } from './flow-graph.js';
import type { WorkBudget } from './work-budget.js';

/** An arc inside a line: the count that the cycles found so far have left on it. */
export interface OpenArc {
  readonly target: number;
  left: Count;
}

/**
 * What comes into the blocks of a line from blocks that are not of the line. A block that is there
 * twice counts twice.
 */
export function countIncoming(
  { source, arcCounts, predecessors }: FlowGraph,
  blocks: readonly number[],
  listed: BlockSet,
  budget: WorkBudget,
): Count {
  const { starts, list } = predecessors;
  let sum: Count = 0;
  for (const block of blocks) {
    budget.spend(arcCountOf(predecessors, block));
    const end = starts[block + 1] ?? 0;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const arc = list[at] ?? 0;
      if (!listed.has(source[arc] ?? 0)) sum = addCounts(sum, arcCounts[arc] ?? 0);
    }
  }
  return sum;
}

/** What goes out of a block. */
export function countOutgoing(graph: FlowGraph, block: number): Count {
  let sum: Count = 0;
  for (const arc of arcsAt(graph.successors, block)) {
    sum = addCounts(sum, graph.arcCounts[arc] ?? 0);
  }
  return sum;
}

/** The arcs of one block, as indices. */
export function arcsAt({ starts, list }: PackedArcs, block: number): Int32Array {
  return list.subarray(starts[block], starts[block + 1]);
}

/** The arcs between the blocks of a line; null when it is plain that there is no cycle. */
export function arcsInside(
  graph: FlowGraph,
  blocks: readonly number[],
  listed: BlockSet,
  budget: WorkBudget,
): Map<number, OpenArc[]> | null {
  if (!mayGoRound(graph, blocks, listed, budget)) return null;
  const { target, arcCounts, successors } = graph;
  const inside = new Map<number, OpenArc[]>();
  for (const block of blocks) {
    if (inside.has(block)) continue;
    const open: OpenArc[] = [];
    for (const arc of arcsAt(successors, block)) {
      const to = target[arc] ?? -1;
      if (listed.has(to)) open.push({ target: to, left: arcCounts[arc] ?? 0 });
    }
    inside.set(block, open);
  }
  return inside;
}

/**
 * A cycle goes back somewhere, on an arc that was taken, and on from there. The head of a loop whose
 * body is on other lines has such an arc and no way on.
 */
function mayGoRound(
  graph: FlowGraph,
  blocks: readonly number[],
  listed: BlockSet,
  budget: WorkBudget,
): boolean {
  const { target, arcCounts, successors } = graph;
  const { starts, list } = successors;
  for (const block of blocks) {
    budget.spend(arcCountOf(successors, block));
    const end = starts[block + 1] ?? 0;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const arc = list[at] ?? 0;
      const to = target[arc] ?? 0;
      const isBack = to <= block && (arcCounts[arc] ?? 0) > 0 && listed.has(to);
      if (isBack && (to === block || goesOn(graph, to, listed, budget))) return true;
    }
  }
  return false;
}

/** True when an arc that was taken leads from a block to one of the set. */
function goesOn(
  { target, arcCounts, successors }: FlowGraph,
  block: number,
  listed: BlockSet,
  budget: WorkBudget,
): boolean {
  const { starts, list } = successors;
  const end = starts[block + 1] ?? 0;
  budget.spend(arcCountOf(successors, block));
  for (let at = starts[block] ?? 0; at < end; at += 1) {
    const arc = list[at] ?? 0;
    if ((arcCounts[arc] ?? 0) > 0 && listed.has(target[arc] ?? 0)) return true;
  }
  return false;
}

/** Takes the smallest count on a closed walk off all its arcs, and gives it. */
export function takeCycle(cycle: readonly OpenArc[]): Count {
  let smallest: Count | null = null;
  for (const { left } of cycle) if (smallest === null || left < smallest) smallest = left;
  const taken = smallest ?? 0;
  for (const arc of cycle) arc.left = subtractCounts(arc.left, taken);
  return taken;
}
