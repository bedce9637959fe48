import type { Step } from '../src/session/session-state.js';
import type { Place, ScreenPlace } from './places.js';
import type { UiState } from './ui-state.js';

export const SMALLEST_COLUMNS = 50;
export const SMALLEST_ROWS = 20;

/** True when the terminal cannot hold the screens. */
export function isTooSmall(state: UiState): boolean {
  return state.columns < SMALLEST_COLUMNS || state.rows < SMALLEST_ROWS;
}

/** The screen under all boxes. */
export function screenOf(state: UiState): ScreenPlace | 'starting' {
  if (state.session === null) return state.sessions === null ? 'starting' : 'home';
  const step: Step = state.session.step;
  if (step === 'exercise') return state.console.focus;
  if (step === 'review') return state.review.focus;
  return step;
}

/** The place keys go to: the topmost box, else the screen. */
export function placeOf(state: UiState): Place {
  if (isTooSmall(state)) return 'small';
  if (state.overlay !== null) return state.overlay;
  if (state.prompt !== null) return 'prompt';
  return boxOrScreen(state);
}

/** The same without help and questions: what help is about. */
export function boxOrScreen(state: UiState): Place {
  if (shownError(state) !== null) return 'error';
  if (isLostShown(state)) return 'lost';
  return screenOf(state);
}

/** The error to show, ours before the session's. */
export function shownError(state: UiState): UiState['error'] {
  return state.error ?? state.session?.error ?? null;
}

const STEPS_WITH_LINK: ReadonlySet<Step> = new Set<Step>(['zero', 'exercise', 'fetch']);

/** A lost link is announced where the step at hand needs one, until it is waved away. */
function isLostShown(state: UiState): boolean {
  const session = state.session;
  return session?.link === 'lost' && STEPS_WITH_LINK.has(session.step) && !state.isLostHidden;
}
