import type { Count } from '../base/count.js';

/** An arc with its count and what it stands for. */
export interface FlowArc {
  readonly source: number;
  readonly target: number;
  readonly count: Count;
  /** The only way on from its block: not a decision. */
  readonly isUnconditional: boolean;
  /** From a call that did not come back, to the exit. */
  readonly isCallNonReturn: boolean;
}

/** The flow graph of one function with every count known. */
export interface FlowGraph {
  readonly blockCounts: readonly Count[];
  /** Per block, in the order branches are reported in. */
  readonly successors: readonly (readonly FlowArc[])[];
  readonly predecessors: readonly (readonly FlowArc[])[];
  /** Blocks that only an exception reaches. */
  readonly isExceptional: readonly boolean[];
}
