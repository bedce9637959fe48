import type { BenchError } from '../src/base/bench-error.js';
import type { SessionState, SessionSummary } from '../src/session/session-state.js';
import type { Effect } from './effect.js';
import type { Key } from './parse-keys.js';
import type { BoardChoice, UiState } from './ui-state.js';

/** Everything that can change what is on the screen. */
export type UiEvent =
  | { readonly type: 'key'; readonly key: Key; readonly nowMs: number }
  | { readonly type: 'tick'; readonly nowMs: number }
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number }
  | {
      readonly type: 'desk';
      readonly sessions: readonly SessionSummary[];
      readonly boards: readonly BoardChoice[];
      readonly want: { readonly board: string | null; readonly resume: string | null };
    }
  | { readonly type: 'session'; readonly session: SessionState | null }
  | { readonly type: 'console'; readonly text: string; readonly at: Date }
  | { readonly type: 'source'; readonly path: string; readonly lines: readonly string[] }
  | { readonly type: 'stopped'; readonly didStop: boolean }
  | { readonly type: 'done'; readonly effect: Effect; readonly ok: boolean }
  | { readonly type: 'failed'; readonly effect: Effect | null; readonly error: BenchError };

/** A state and what has to be done because of the change. */
export interface Change {
  readonly state: UiState;
  readonly effects: readonly Effect[];
}

/** A change with nothing to do. */
export function change(state: UiState, ...effects: readonly Effect[]): Change {
  return { state, effects };
}
