import { arcCountOf, type FlowGraph, type PackedArcs } from './flow-graph.js';
import { isAtLeast } from './gcov-version.js';
import {
  ARC_FAKE,
  ARC_FALLTHROUGH,
  type Notes,
  type NotesArc,
  type NotesFunction,
} from './notes.js';
import type { SolvedCounts } from './solve-arcs.js';

/**
 * Puts the solved counts of a function back on its graph and tells what each arc stands for: a
 * branch, the only way on, a call that did not come back. `isSorted`: see `sortsByTarget`.
 */
export function buildFlowGraph(
  entry: NotesFunction,
  solved: SolvedCounts,
  successors: PackedArcs,
  predecessors: PackedArcs,
  isSorted: boolean,
): FlowGraph {
  const { arcs, blockCount } = entry;
  const realSuccessors = new Int32Array(blockCount);
  const isCallSite = new Uint8Array(blockCount);
  for (const { source, flags } of arcs) {
    if ((flags & ARC_FAKE) === 0) realSuccessors[source] = (realSuccessors[source] ?? 0) + 1;
    else if (source !== 0) isCallSite[source] = 1;
  }
  const isBranch = new Uint8Array(arcs.length);
  arcs.forEach((arc, index) => {
    const isFake = (arc.flags & ARC_FAKE) !== 0;
    if (isFake ? arc.source === 0 : realSuccessors[arc.source] !== 1) isBranch[index] = 1;
  });
  return {
    arcs,
    ...solved,
    successors: isSorted ? sortByTarget(successors, arcs, blockCount) : successors,
    predecessors,
    isBranch,
    isExceptional: findExceptional(entry, successors, isCallSite),
  };
}

/**
 * True when branches are numbered by ascending target: gcov does that, llvm-cov takes the order of
 * the notes; but llvm-cov 9 and its like sort too. Those clangs wrote 4.2 notes without a spanning
 * tree.
 */
export function sortsByTarget(notes: Notes): boolean {
  if (!notes.isClang) return true;
  if (isAtLeast(notes.version, 4, 7)) return false;
  return notes.functions.every((entry) => entry.arcs.every((arc) => arc.flags === 0));
}

function sortByTarget(
  packed: PackedArcs,
  arcs: readonly NotesArc[],
  blockCount: number,
): PackedArcs {
  const list = packed.list.slice();
  const target = (index: number): number => arcs[index]?.target ?? 0;
  for (let block = 0; block < blockCount; block += 1) {
    if (arcCountOf(packed, block) < 2) continue;
    const part = list.subarray(packed.starts[block], packed.starts[block + 1]);
    part.sort((a, b) => target(a) - target(b));
  }
  return { starts: packed.starts, list };
}

/** Marks the blocks that cannot be reached from the entry without an exception being thrown. */
function findExceptional(
  { arcs, blockCount }: NotesFunction,
  { starts, list }: PackedArcs,
  isCallSite: Uint8Array,
): Uint8Array {
  const isExceptional = new Uint8Array(blockCount);
  const isThrow = ({ source, flags }: NotesArc): boolean =>
    isCallSite[source] === 1 && (flags & (ARC_FAKE | ARC_FALLTHROUGH)) === 0;
  if (!arcs.some(isThrow)) return isExceptional;
  isExceptional.fill(1, 1);
  const open = [0];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    const end = starts[block + 1] ?? 0;
    for (let at = starts[block] ?? 0; at < end; at += 1) {
      const arc = arcs[list[at] ?? 0];
      if (arc === undefined || (arc.flags & ARC_FAKE) !== 0 || isThrow(arc)) continue;
      if (isExceptional[arc.target] === 0) continue;
      isExceptional[arc.target] = 0;
      open.push(arc.target);
    }
  }
  return isExceptional;
}
