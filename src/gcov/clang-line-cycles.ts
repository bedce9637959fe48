import { addCounts, subtractCounts, type Count } from '../base/count.js';
import type { FlowGraph } from './flow-graph.js';
import type { WorkBudget } from './work-budget.js';

interface OpenArc {
  readonly target: number;
  left: Count;
}

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
  budget: WorkBudget,
): Count {
  const listed = new Set(blocks);
  const open = new Map<number, OpenArc[]>();
  for (const block of listed) {
    const successors = graph.successors[block] ?? [];
    budget.spend(successors.length);
    const inside = successors.filter((arc) => listed.has(arc.target) && arc.target !== block);
    open.set(
      block,
      inside.map((arc) => ({ target: arc.target, left: arc.count })),
    );
  }
  let total: Count = 0;
  for (;;) {
    const taken = cancelOne(listed, open, budget);
    if (taken === null) return total;
    total = addCounts(total, taken);
  }
}

/** Finds one cycle of positive arcs and takes its smallest count off it; null when there is none. */
function cancelOne(
  listed: ReadonlySet<number>,
  open: ReadonlyMap<number, readonly OpenArc[]>,
  budget: WorkBudget,
): Count | null {
  const seen = new Set<number>();
  for (const start of listed) {
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
      if (arc.left <= 0) continue;
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

function takeCycle(cycle: readonly OpenArc[]): Count {
  let smallest: Count | null = null;
  for (const { left } of cycle) if (smallest === null || left < smallest) smallest = left;
  const taken = smallest ?? 0;
  for (const arc of cycle) arc.left = subtractCounts(arc.left, taken);
  return taken;
}
