import type { SessionState } from '../src/session/session-state.js';
import { bodyRows } from './layout.js';
import { symbolsFor, type Symbols } from './symbols.js';
import type { UiState } from './ui-state.js';

/** What a screen is a function of: the state, the signs to draw with and the room it has. */
export interface View {
  readonly state: UiState;
  readonly symbols: Symbols;
  readonly columns: number;
  readonly height: number;
}

/** A view of a screen that only exists with a session. */
export interface SessionView extends View {
  readonly session: SessionState;
}

/** The state with the signs and the room its terminal has. */
export function viewOf(state: UiState): View {
  return {
    state,
    symbols: symbolsFor(state.isAscii),
    columns: state.columns,
    height: bodyRows(state),
  };
}
