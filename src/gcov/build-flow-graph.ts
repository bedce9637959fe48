import type { FlowArc, FlowGraph } from './flow-graph.js';
import { ARC_FAKE, ARC_FALLTHROUGH, type Notes, type NotesFunction } from './notes.js';
import { isAtLeast } from './gcov-version.js';
import type { SolvedCounts } from './solve-arcs.js';

/**
 * Puts the solved counts of a function back on its graph and tells what each arc stands for:
 * unconditional ways, calls that do not return, exceptions. `isSorted`: see `sortsByTarget`.
 */
export function buildFlowGraph(
  entry: NotesFunction,
  solved: SolvedCounts,
  isSorted: boolean,
): FlowGraph {
  const { blockCount } = entry;
  const successors: FlowArc[][] = Array.from({ length: blockCount }, () => []);
  const predecessors: FlowArc[][] = Array.from({ length: blockCount }, () => []);
  const shape = describeBlocks(entry);
  entry.arcs.forEach((arc, index) => {
    const isFake = (arc.flags & ARC_FAKE) !== 0;
    const flowArc: FlowArc = {
      source: arc.source,
      target: arc.target,
      count: solved.arcCounts[index] ?? 0,
      isUnconditional: !isFake && shape.realSuccessors[arc.source] === 1,
      isCallNonReturn: isFake && arc.source !== 0,
    };
    successors[arc.source]?.push(flowArc);
    predecessors[arc.target]?.push(flowArc);
  });
  if (isSorted) for (const arcs of successors) arcs.sort((a, b) => a.target - b.target);
  return {
    blockCounts: solved.blockCounts,
    successors,
    predecessors,
    isExceptional: findExceptional(entry, shape.isCallSite),
  };
}

/**
 * gcov reports the ways out of a block by ascending target, llvm-cov in the order of the notes; but
 * llvm-cov 9 and its like sort too. Those clangs wrote 4.2 notes without a spanning tree.
 */
export function sortsByTarget(notes: Notes): boolean {
  if (!notes.isClang) return true;
  if (isAtLeast(notes.version, 4, 7)) return false;
  return notes.functions.every((entry) => entry.arcs.every((arc) => arc.flags === 0));
}

interface BlockShape {
  /** Arcs out of the block that are in the program. */
  readonly realSuccessors: Uint32Array;
  /** Blocks that end in a call which may not return. */
  readonly isCallSite: readonly boolean[];
}

function describeBlocks(entry: NotesFunction): BlockShape {
  const realSuccessors = new Uint32Array(entry.blockCount);
  const isCallSite: boolean[] = Array.from({ length: entry.blockCount }, () => false);
  for (const { source, flags } of entry.arcs) {
    if ((flags & ARC_FAKE) === 0) realSuccessors[source] = (realSuccessors[source] ?? 0) + 1;
    else if (source !== 0) isCallSite[source] = true;
  }
  return { realSuccessors, isCallSite };
}

/** Marks the blocks that cannot be reached from the entry without an exception being thrown. */
function findExceptional(entry: NotesFunction, isCallSite: readonly boolean[]): boolean[] {
  const ordinary: number[][] = Array.from({ length: entry.blockCount }, () => []);
  let hasThrows = false;
  for (const { source, target, flags } of entry.arcs) {
    if ((flags & ARC_FAKE) !== 0) continue;
    if (isCallSite[source] && (flags & ARC_FALLTHROUGH) === 0) hasThrows = true;
    else ordinary[source]?.push(target);
  }
  const isExceptional: boolean[] = Array.from({ length: entry.blockCount }, () => hasThrows);
  if (!hasThrows) return isExceptional;
  const open = [0];
  isExceptional[0] = false;
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    for (const target of ordinary[block] ?? []) {
      if (!isExceptional[target]) continue;
      isExceptional[target] = false;
      open.push(target);
    }
  }
  return isExceptional;
}
