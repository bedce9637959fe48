import type { Count } from '../base/count.js';
import type { NotesFunction } from './notes.js';

/**
 * The arcs of every block, packed: those of block b are `list[starts[b]]` up to before
 * `list[starts[b + 1]]`, as indices into the arcs of the function.
 */
export interface PackedArcs {
  readonly starts: Int32Array;
  readonly list: Int32Array;
}

/** What of a function its flow graph is made of. */
export type GraphNotes = Pick<
  NotesFunction,
  'blockCount' | 'exitBlock' | 'arcs' | 'firstArc' | 'endArc'
>;

// Sorting so few arcs by insertion costs less than a call; long lists would make it quadratic.
const MAX_INSERTION = 32;
const FIRST_SIZE = 256;

/**
 * The flow graph of one function. One object serves function after function: every array may be
 * longer than the function needs, and holds only what `load` and the steps behind it put there.
 */
export class FlowGraph {
  blockCount = 0;
  arcCount = 0;
  exitBlock = 1;
  /** By arc, in the order of the notes. */
  source = new Int32Array(FIRST_SIZE);
  target = new Int32Array(FIRST_SIZE);
  flags = new Uint8Array(FIRST_SIZE);
  /** In the order branches are reported in. */
  successors: PackedArcs = emptyPack(FIRST_SIZE, FIRST_SIZE);
  predecessors: PackedArcs = emptyPack(FIRST_SIZE, FIRST_SIZE);
  /** Filled by `solveArcs`. */
  readonly arcCounts: Count[] = [];
  readonly blockCounts: Count[] = [];
  /** By arc, 1 for a way that can be taken or not: neither the only way on nor a call's way out. */
  isBranch = new Uint8Array(FIRST_SIZE);
  /** By block, 1 where a call may not come back. */
  isCallSite = new Uint8Array(FIRST_SIZE);
  /** By block, 1 for blocks that only an exception reaches. */
  isExceptional = new Uint8Array(FIRST_SIZE);
  /** Some count is below zero. */
  hasNegative = false;

  /** Takes over the arcs of a function; with `isSorted` the ways out of a block ascend by target. */
  load({ blockCount, exitBlock, arcs, firstArc, endArc }: GraphNotes, isSorted: boolean): void {
    this.blockCount = blockCount;
    this.exitBlock = exitBlock;
    this.arcCount = endArc - firstArc;
    this.hasNegative = false;
    this.makeRoom();
    const { source, target, flags, arcCount } = this;
    let isPacked = true;
    let before = 0;
    for (let arc = 0; arc < arcCount; arc += 1) {
      const from = arcs.source[firstArc + arc] ?? 0;
      if (from < before) isPacked = false;
      before = from;
      source[arc] = from;
      target[arc] = arcs.target[firstArc + arc] ?? 0;
      flags[arc] = arcs.flags[firstArc + arc] ?? 0;
    }
    if (isPacked) packInOrder(this.successors, source, blockCount, arcCount);
    else pack(this.successors, source, blockCount, arcCount);
    pack(this.predecessors, target, blockCount, arcCount);
    if (isSorted) this.sortSuccessors();
  }

  /** Gives every arc and block the count zero. */
  clearCounts(): void {
    for (let arc = 0; arc < this.arcCount; arc += 1) this.arcCounts[arc] = 0;
    for (let block = 0; block < this.blockCount; block += 1) this.blockCounts[block] = 0;
  }

  private makeRoom(): void {
    const { blockCount, arcCount } = this;
    if (arcCount > this.source.length) {
      const size = arcCount * 2;
      this.source = new Int32Array(size);
      this.target = new Int32Array(size);
      this.flags = new Uint8Array(size);
      this.isBranch = new Uint8Array(size);
    }
    if (blockCount > this.isExceptional.length) {
      this.isExceptional = new Uint8Array(blockCount * 2);
      this.isCallSite = new Uint8Array(blockCount * 2);
    }
    const hasRoom =
      blockCount < this.successors.starts.length && arcCount <= this.successors.list.length;
    if (hasRoom) return;
    this.successors = emptyPack(blockCount * 2, this.source.length);
    this.predecessors = emptyPack(blockCount * 2, this.source.length);
  }

  private sortSuccessors(): void {
    const { target, blockCount } = this;
    const { starts, list } = this.successors;
    for (let block = 0; block < blockCount; block += 1) {
      const start = starts[block] ?? 0;
      const end = starts[block + 1] ?? 0;
      if (end - start < 2) continue;
      if (end - start > MAX_INSERTION) {
        list.subarray(start, end).sort((a, b) => (target[a] ?? 0) - (target[b] ?? 0));
        continue;
      }
      for (let next = start + 1; next < end; next += 1) {
        const arc = list[next] ?? 0;
        const to = target[arc] ?? 0;
        let at = next;
        for (; at > start && (target[list[at - 1] ?? 0] ?? 0) > to; at -= 1) {
          list[at] = list[at - 1] ?? 0;
        }
        list[at] = arc;
      }
    }
  }
}

function emptyPack(blockCount: number, arcCount: number): PackedArcs {
  return { starts: new Int32Array(blockCount + 1), list: new Int32Array(arcCount) };
}

/** Packs arcs that come block by block, as notes have them by their source. */
function packInOrder(
  { starts, list }: PackedArcs,
  endOf: Int32Array,
  blockCount: number,
  arcCount: number,
): void {
  let arc = 0;
  for (let block = 0; block < blockCount; block += 1) {
    starts[block] = arc;
    for (; arc < arcCount && endOf[arc] === block; arc += 1) list[arc] = arc;
  }
  starts[blockCount] = arcCount;
}

/** Packs the arcs by one of their ends, keeping their order within a block. */
function pack(
  { starts, list }: PackedArcs,
  endOf: Int32Array,
  blockCount: number,
  arcCount: number,
): void {
  starts.fill(0, 0, blockCount + 1);
  for (let arc = 0; arc < arcCount; arc += 1) {
    const block = endOf[arc] ?? 0;
    starts[block] = (starts[block] ?? 0) + 1;
  }
  // Each start is first where the arcs of its block end, and moves down as they are put in.
  for (let block = 0, end = 0; block < blockCount; block += 1) {
    end += starts[block] ?? 0;
    starts[block] = end;
  }
  starts[blockCount] = arcCount;
  for (let arc = arcCount - 1; arc >= 0; arc -= 1) {
    const block = endOf[arc] ?? 0;
    const at = (starts[block] ?? 0) - 1;
    starts[block] = at;
    list[at] = arc;
  }
}

/** Number of arcs at a block. */
export function arcCountOf({ starts }: PackedArcs, block: number): number {
  return (starts[block + 1] ?? 0) - (starts[block] ?? 0);
}
