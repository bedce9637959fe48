import { addCounts, type Count } from '../base/count.js';
import type { BlockSet } from './block-set.js';
import type { FlowGraph } from './flow-graph.js';
import { arcsInside, takeCycle, type OpenArc } from './line-arcs.js';
import type { WorkBudget } from './work-budget.js';

interface Step {
  readonly block: number;
  readonly arcs: readonly OpenArc[];
  next: number;
  hasCycle: boolean;
}

/**
 * How often control went round inside the blocks of one line, as gcov (8 and later) counts it: from
 * each block on the list, closed walks over blocks of the list that are not before it, each taking
 * the smallest count on its way off all its arcs. Blocks without a cycle are passed by until one of
 * their successors finds one. Iterative, because a line can hold thousands of blocks.
 */
export function countLineCycles(
  graph: FlowGraph,
  blocks: readonly number[],
  listed: BlockSet,
  budget: WorkBudget,
): Count {
  const open = arcsInside(graph, blocks, listed, budget);
  if (open === null) return 0;
  let total: Count = 0;
  for (const start of blocks) total = addCounts(total, countFrom(start, open, budget));
  return total;
}

function countFrom(start: number, open: Map<number, OpenArc[]>, budget: WorkBudget): Count {
  let total: Count = 0;
  const blocked = new Set<number>([start]);
  const waiting = new Map<number, Set<number>>();
  const path: OpenArc[] = [];
  const steps: Step[] = [firstStep(start, open)];
  for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
    budget.spend(1);
    const arc = step.arcs[step.next];
    if (arc === undefined) {
      steps.pop();
      path.pop();
      budget.spend(step.arcs.length);
      if (step.hasCycle) {
        unblock(step.block, blocked, waiting);
        const before = steps.at(-1);
        if (before) before.hasCycle = true;
      } else {
        waitForTargets(step, start, waiting);
      }
      continue;
    }
    step.next += 1;
    if (arc.target < start || arc.left <= 0) continue;
    if (arc.target === start) {
      budget.spend(path.length);
      total = addCounts(total, takeCycle([...path, arc]));
      step.hasCycle = true;
    } else if (!blocked.has(arc.target)) {
      budget.spend(path.length);
      if (path.some((before) => before.left <= 0)) continue;
      blocked.add(arc.target);
      path.push(arc);
      steps.push(firstStep(arc.target, open));
    }
  }
  return total;
}

function firstStep(block: number, open: Map<number, OpenArc[]>): Step {
  return { block, arcs: open.get(block) ?? [], next: 0, hasCycle: false };
}

/** A block without a cycle is tried again only when one of its targets has found one. */
function waitForTargets(step: Step, start: number, waiting: Map<number, Set<number>>): void {
  for (const arc of step.arcs) {
    if (arc.target < start || arc.left <= 0) continue;
    const list = waiting.get(arc.target) ?? new Set<number>();
    list.add(step.block);
    waiting.set(arc.target, list);
  }
}

function unblock(block: number, blocked: Set<number>, waiting: Map<number, Set<number>>): void {
  const released = [block];
  for (let next = released.pop(); next !== undefined; next = released.pop()) {
    if (!blocked.delete(next)) continue;
    for (const waiter of waiting.get(next) ?? []) released.push(waiter);
    waiting.delete(next);
  }
}
