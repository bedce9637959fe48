import type { FlowGraph } from './flow-graph.js';
import { isAtLeast } from './gcov-version.js';
import { ARC_FAKE, ARC_FALLTHROUGH, type Notes } from './notes.js';

/**
 * Tells what each arc of a graph stands for: a branch, the only way on, a call that did not come
 * back, an exception; fills `isBranch`, `isCallSite` and `isExceptional`.
 */
export function markArcs(graph: FlowGraph): void {
  let hasThrow = false;
  for (let block = 0; block < graph.blockCount; block += 1) {
    if (markBlock(graph, block)) hasThrow = true;
  }
  graph.isExceptional.fill(0, 0, graph.blockCount);
  if (hasThrow) markExceptional(graph);
}

/** Marks the ways out of one block; true when one of them is an exception. */
function markBlock({ flags, isBranch, isCallSite, successors }: FlowGraph, block: number): boolean {
  const { starts, list } = successors;
  const first = starts[block] ?? 0;
  const end = starts[block + 1] ?? 0;
  let realCount = 0;
  let isThrowing = false;
  for (let at = first; at < end; at += 1) {
    const flag = flags[list[at] ?? 0] ?? 0;
    if ((flag & ARC_FAKE) !== 0) continue;
    realCount += 1;
    if ((flag & ARC_FALLTHROUGH) === 0) isThrowing = true;
  }
  const hasFake = realCount < end - first;
  for (let at = first; at < end; at += 1) {
    const arc = list[at] ?? 0;
    const isFake = ((flags[arc] ?? 0) & ARC_FAKE) !== 0;
    isBranch[arc] = (isFake ? block === 0 : realCount !== 1) ? 1 : 0;
  }
  isCallSite[block] = hasFake && block !== 0 ? 1 : 0;
  return isThrowing && isCallSite[block] === 1;
}

/**
 * True for the way of an exception, in a graph whose arcs are marked: it leaves a block that may also
 * not come back from a call, and is not where the block goes on by itself.
 */
export function isThrow({ source, flags, isCallSite }: FlowGraph, arc: number): boolean {
  const flag = flags[arc] ?? 0;
  return isCallSite[source[arc] ?? 0] === 1 && (flag & (ARC_FAKE | ARC_FALLTHROUGH)) === 0;
}

/**
 * True when branches are numbered by ascending target: gcov does that, llvm-cov takes the order of
 * the notes; but llvm-cov 9 and its like sort too. Those clangs wrote 4.2 notes without a spanning
 * tree.
 */
export function sortsByTarget(notes: Notes): boolean {
  if (!notes.isClang) return true;
  if (isAtLeast(notes.version, 4, 7)) return false;
  return notes.functions.every(({ arcs, firstArc, endArc }) => {
    for (let arc = firstArc; arc < endArc; arc += 1) if (arcs.flags[arc] !== 0) return false;
    return true;
  });
}

/** Marks the blocks that cannot be reached from the entry without an exception being thrown. */
function markExceptional(graph: FlowGraph): void {
  const { blockCount, target, flags, isExceptional } = graph;
  const { starts, list } = graph.successors;
  isExceptional.fill(1, 1, blockCount);
  const open = [0];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    const end = starts[block + 1] ?? 0;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const arc = list[at] ?? 0;
      if (((flags[arc] ?? 0) & ARC_FAKE) !== 0 || isThrow(graph, arc)) continue;
      const to = target[arc] ?? 0;
      if (isExceptional[to] === 0) continue;
      isExceptional[to] = 0;
      open.push(to);
    }
  }
}
