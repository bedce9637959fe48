import type { FlowGraph } from './flow-graph.js';
import { isAtLeast } from './gcov-version.js';
import { ARC_FAKE, ARC_FALLTHROUGH, type Notes } from './notes.js';

/**
 * Tells what each arc of a graph stands for: a branch, the only way on, a call that did not come
 * back, an exception; fills `isBranch` and `isExceptional`.
 */
export function markArcs(graph: FlowGraph): void {
  const { arcCount, source, flags, isBranch, isExceptional, blockCount } = graph;
  const { starts } = graph.successors;
  let fakeCount = 0;
  for (let arc = 0; arc < arcCount; arc += 1) {
    const from = source[arc] ?? 0;
    const isFake = ((flags[arc] ?? 0) & ARC_FAKE) !== 0;
    if (isFake) fakeCount += 1;
    const ways = (starts[from + 1] ?? 0) - (starts[from] ?? 0);
    isBranch[arc] = isFake ? (from === 0 ? 1 : 0) : ways === 1 ? 0 : 1;
  }
  isExceptional.fill(0, 0, blockCount);
  if (fakeCount === 0) return;
  unmarkOnlyWays(graph);
  markExceptional(graph);
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

/** Beside ways out of a call there may be only one real way on, which is no branch. */
function unmarkOnlyWays({ arcCount, blockCount, source, flags, isBranch }: FlowGraph): void {
  const realWays = new Int32Array(blockCount);
  for (let arc = 0; arc < arcCount; arc += 1) {
    const from = source[arc] ?? 0;
    if (((flags[arc] ?? 0) & ARC_FAKE) === 0) realWays[from] = (realWays[from] ?? 0) + 1;
  }
  for (let arc = 0; arc < arcCount; arc += 1) {
    const isFake = ((flags[arc] ?? 0) & ARC_FAKE) !== 0;
    if (!isFake && realWays[source[arc] ?? 0] === 1) isBranch[arc] = 0;
  }
}

/**
 * Gives the question whether an arc is the way of an exception: it leaves a block that may also not
 * come back from a call, and is not where the block goes on by itself.
 */
export function throwQuestion({
  arcCount,
  blockCount,
  source,
  flags,
}: FlowGraph): (arc: number) => boolean {
  const isCallSite = new Uint8Array(blockCount);
  for (let arc = 0; arc < arcCount; arc += 1) {
    const from = source[arc] ?? 0;
    if (((flags[arc] ?? 0) & ARC_FAKE) !== 0 && from !== 0) isCallSite[from] = 1;
  }
  return (arc) =>
    isCallSite[source[arc] ?? 0] === 1 && ((flags[arc] ?? 0) & (ARC_FAKE | ARC_FALLTHROUGH)) === 0;
}

/** Marks the blocks that cannot be reached from the entry without an exception being thrown. */
function markExceptional(graph: FlowGraph): void {
  const { arcCount, blockCount, target, flags, isExceptional } = graph;
  const { starts, list } = graph.successors;
  const isThrow = throwQuestion(graph);
  let hasThrow = false;
  for (let arc = 0; arc < arcCount && !hasThrow; arc += 1) hasThrow = isThrow(arc);
  if (!hasThrow) return;
  isExceptional.fill(1, 1, blockCount);
  const open = [0];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    const end = starts[block + 1] ?? 0;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const arc = list[at] ?? 0;
      if (((flags[arc] ?? 0) & ARC_FAKE) !== 0 || isThrow(arc)) continue;
      const to = target[arc] ?? 0;
      if (isExceptional[to] === 0) continue;
      isExceptional[to] = 0;
      open.push(to);
    }
  }
}
