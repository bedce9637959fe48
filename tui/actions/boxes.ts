import { homeEntries } from '../entries.js';
import { shownError } from '../place-of.js';
import { offersPort } from '../session-words.js';
import { change, type Change } from '../ui-event.js';
import type { UiState } from '../ui-state.js';
import { ask } from './prompt.js';

const STOP_TWICE_MS = 2_000;

/** Something would have to be done again after leaving now. */
export function isUnsaved(state: UiState): boolean {
  const session = state.session;
  if (session === null || session.commitId !== null || session.step === 'done') return false;
  return session.isZeroed || session.coverage !== null || session.savedFile !== null;
}

/** q: leaves, after a question when something is unsaved. */
export function quit(state: UiState): Change {
  return isUnsaved(state)
    ? change({ ...state, overlay: 'quit' })
    : change(state, { do: 'exit', code: 0 });
}

/** Ctrl+C: stops what runs; the second one within two seconds ends the program. */
export function stop(state: UiState): Change {
  const isSecond = state.lastStopMs !== null && state.nowMs - state.lastStopMs <= STOP_TWICE_MS;
  if (isSecond) return change(state, { do: 'exit', code: 130 });
  return change({ ...state, lastStopMs: state.nowMs, prompt: null }, { do: 'cancel' });
}

/** Asks before a session on disk is thrown away. */
export function askDiscard(state: UiState): Change {
  const entry = homeEntries(state)[state.cursor];
  return entry?.kind === 'resume' ? change({ ...state, overlay: 'discard' }) : change(state);
}

/** Yes to the open question. */
export function answerYes(state: UiState): Change {
  const closed: UiState = { ...state, overlay: null };
  if (state.overlay === 'quit') return change(closed, { do: 'exit', code: 0 });
  const entry = homeEntries(state)[state.cursor];
  return entry?.kind === 'resume'
    ? change(closed, { do: 'dropSession', id: entry.session.id })
    : change(closed);
}

/** Closes the topmost box. */
export function closeBox(state: UiState): Change {
  if (state.overlay !== null) return change({ ...state, overlay: null, helpTop: 0 });
  if (state.prompt !== null) return change({ ...state, prompt: null });
  if (shownError(state) !== null) return clearError(state);
  return change({ ...state, isLostHidden: true });
}

function clearError(state: UiState): Change {
  const closed: UiState = { ...state, error: null, hasDetails: false };
  return state.session?.error ? change(closed, { do: 'clearError' }) : change(closed);
}

/** Does again what failed; with a lost link that is connecting. */
export function retry(state: UiState): Change {
  if (shownError(state) === null) return change(state, { do: 'connect', port: null });
  const cleared = clearError(state);
  return state.lastTry === null
    ? cleared
    : change(cleared.state, ...cleared.effects, state.lastTry);
}

/** Asks for another port from a box, where another port may help. */
export function errorPort(state: UiState): Change {
  if (!offersPort(state)) return change(state);
  const cleared = shownError(state) === null ? change(state) : clearError(state);
  const asked = ask(cleared.state, 'port');
  return change(asked.state, ...cleared.effects, ...asked.effects);
}
