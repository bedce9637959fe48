import type { Count } from '../base/count.js';
import type { NotesArc } from './notes.js';

/**
 * The arcs of every block, packed: those of block b are `list[starts[b]]` up to before
 * `list[starts[b + 1]]`, as indices into the arcs of the function.
 */
export interface PackedArcs {
  readonly starts: Int32Array;
  readonly list: Int32Array;
}

/** The flow graph of one function with every count known. */
export interface FlowGraph {
  readonly arcs: readonly NotesArc[];
  readonly arcCounts: readonly Count[];
  readonly blockCounts: readonly Count[];
  /** In the order branches are reported in. */
  readonly successors: PackedArcs;
  readonly predecessors: PackedArcs;
  /** By arc, 1 for a way that can be taken or not: neither the only way on nor a call's way out. */
  readonly isBranch: Uint8Array;
  /** By block, 1 for blocks that only an exception reaches. */
  readonly isExceptional: Uint8Array;
}

/** Packs the arcs by their source or target, keeping their order within a block. */
export function packArcs(
  arcs: readonly NotesArc[],
  blockCount: number,
  end: 'source' | 'target',
): PackedArcs {
  const starts = new Int32Array(blockCount + 1);
  const list = new Int32Array(arcs.length);
  for (const arc of arcs) starts[arc[end] + 1] = (starts[arc[end] + 1] ?? 0) + 1;
  for (let block = 0; block < blockCount; block += 1) {
    starts[block + 1] = (starts[block + 1] ?? 0) + (starts[block] ?? 0);
  }
  const next = starts.slice(0, blockCount);
  arcs.forEach((arc, index) => {
    const at = next[arc[end]] ?? 0;
    list[at] = index;
    next[arc[end]] = at + 1;
  });
  return { starts, list };
}

/** Number of arcs at a block. */
export function arcCountOf(packed: PackedArcs, block: number): number {
  return (packed.starts[block + 1] ?? 0) - (packed.starts[block] ?? 0);
}
