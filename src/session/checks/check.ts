import { isBenchError } from '../../base/bench-error.js';
import type { Check, Grade } from '../session-state.js';

/** A finished check, without its id and label. */
export interface CheckResult {
  readonly grade: Exclude<Grade, 'running'>;
  readonly text: string;
  readonly facts?: readonly string[];
  readonly hints?: readonly string[];
}

/** One thing that can spoil bench work, and how to find out. */
export interface CheckPlan {
  readonly id: string;
  readonly label: string;
  readonly run: () => Promise<CheckResult>;
}

/** Runs one check; an expected refusal blocks with its own words and hints. Errors: CANCELLED. */
export async function runCheck(plan: CheckPlan): Promise<Check> {
  const { id, label } = plan;
  try {
    const { grade, text, facts = [], hints = [] } = await plan.run();
    return { id, label, grade, text, facts, hints };
  } catch (error) {
    if (!isBenchError(error) || error.code === 'CANCELLED') throw error;
    const facts = error.why === undefined ? [] : error.why.split('\n');
    return { id, label, grade: 'blocking', text: error.message, facts, hints: error.hints };
  }
}

/** A check that has not answered yet. */
export function runningCheck({ id, label }: CheckPlan): Check {
  return { id, label, grade: 'running', text: '', facts: [], hints: [] };
}
