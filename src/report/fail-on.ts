import type { LossCause, ValidityReport } from '../validity/validity-report.js';

/** What a check can refuse: lost evidence, ageing evidence, evidence nobody could compare. */
export type FailState = 'stale' | 'aging' | 'unverifiable';

const UNVERIFIABLE = new Set<LossCause>(['unreachable', 'broken-anchor', 'not-text', 'line-table']);

/**
 * Which of the named states a report holds, in the order given; none means the check passes. Lost
 * code that was executed again where it is now counts as proved, not as stale.
 */
export function failOn(report: ValidityReport, states: readonly FailState[]): FailState[] {
  const open = report.lost.filter(({ reprovedBy }) => reprovedBy.length === 0);
  const holds: Readonly<Record<FailState, () => boolean>> = {
    stale: () => open.length > 0,
    aging: () =>
      [...report.files.values()].some(({ lines }) =>
        [...lines.values()].some(({ state }) => state === 'aging'),
      ),
    unverifiable: () => open.some(({ cause }) => UNVERIFIABLE.has(cause)),
  };
  return states.filter((state) => holds[state]());
}
