import { STEPS, type SessionState, type Step } from './session-state.js';

/**
 * Why a step is not open yet, or null when it is. Going back is always possible; going on needs
 * what the step works with.
 */
export function stepRefusal(state: SessionState, step: Step, isForced: boolean): string | null {
  if (STEPS.indexOf(step) <= STEPS.indexOf(state.step)) return null;
  switch (step) {
    case 'preflight':
      return null;
    case 'connect':
      return preflightRefusal(state, isForced);
    case 'zero':
    case 'exercise':
    case 'fetch':
      return state.link === 'up' ? null : 'connect to the board first';
    case 'review':
      return state.coverage ? null : 'fetch the counters first';
    case 'save':
      if (!state.coverage) return 'fetch the counters first';
      return state.coverage.files.some(({ isKept }) => isKept) ? null : 'keep at least one file';
    case 'commit':
    case 'done':
      return state.savedFile === null ? 'save the capture first' : null;
  }
}

function preflightRefusal(state: SessionState, isForced: boolean): string | null {
  if (state.checks.length === 0) return 'run the checks first';
  if (state.checks.some(({ grade }) => grade === 'running')) return 'the checks are still running';
  const blocking = state.checks.filter(({ grade }) => grade === 'blocking');
  if (blocking.length > 0) {
    return `blocked: ${blocking.map(({ label }) => label).join(', ')}`;
  }
  const warnings = state.checks.filter(({ grade }) => grade === 'warning');
  if (warnings.length > 0 && !isForced) {
    return `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'} to settle or to force first`;
  }
  return null;
}

/** The step after the one the session is at. */
export function nextStep(step: Step): Step {
  return STEPS[Math.min(STEPS.indexOf(step) + 1, STEPS.length - 1)] ?? 'done';
}
