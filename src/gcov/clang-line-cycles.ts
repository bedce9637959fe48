import { addCounts, type Count } from '../base/count.js';
import type { BlockSet } from './block-set.js';
import type { FlowGraph } from './flow-graph.js';
import { arcsInside, takeCycle, type OpenArc } from './line-arcs.js';
import type { WorkBudget } from './work-budget.js';

interface Step {
  readonly block: number;
  readonly arcs: readonly OpenArc[];
  next: number;
}

/**
 * How often control went round inside the blocks of one line, as llvm-cov counts it: cycles are
 * cancelled one by one, each by the smallest count on it, until none is left. Arcs from a block to
 * itself are left out.
 */
export function countClangLineCycles(
  graph: FlowGraph,
  blocks: readonly number[],
  listed: BlockSet,
  budget: WorkBudget,
): Count {
  const open = arcsInside(graph, blocks, listed, budget);
  if (open === null) return 0;
  let total: Count = 0;
  for (;;) {
    const taken = cancelOne(open, budget);
    if (taken === null) return total;
    total = addCounts(total, taken);
  }
}

/** Finds one cycle of positive arcs and takes its smallest count off it; null when there is none. */
function cancelOne(
  open: ReadonlyMap<number, readonly OpenArc[]>,
  budget: WorkBudget,
): Count | null {
  const seen = new Set<number>();
  for (const start of open.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const depthOf = new Map<number, number>([[start, 0]]);
    const path: OpenArc[] = [];
    const steps: Step[] = [{ block: start, arcs: open.get(start) ?? [], next: 0 }];
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      budget.spend(1);
      const arc = step.arcs[step.next];
      if (arc === undefined) {
        steps.pop();
        path.pop();
        depthOf.delete(step.block);
        continue;
      }
      step.next += 1;
      if (arc.left <= 0 || arc.target === step.block) continue;
      const depth = depthOf.get(arc.target);
      if (depth !== undefined) return takeCycle([...path.slice(depth), arc]);
      if (seen.has(arc.target)) continue;
      seen.add(arc.target);
      depthOf.set(arc.target, steps.length);
      path.push(arc);
      steps.push({ block: arc.target, arcs: open.get(arc.target) ?? [], next: 0 });
    }
  }
  return null;
}
