import { homeEntries } from '../entries.js';
import type { UiEvent } from '../ui-event.js';
import type { UiState } from '../ui-state.js';

/**
 * A session on Home that cannot be resumed is chosen and says why on the message line; null for
 * every other failure, which gets its box.
 */
export function notResumed(
  state: UiState,
  { effect, error }: Extract<UiEvent, { type: 'failed' }>,
): UiState | null {
  if (state.session !== null || effect?.do !== 'resumeSession') return null;
  const isStale = error.code === 'SESSION_STALE';
  if (!isStale && error.code !== 'SESSION_BUSY') return null;
  const cursor = homeEntries(state).findIndex(
    (entry) => entry.kind === 'resume' && entry.session.id === effect.id,
  );
  if (cursor < 0) return null;
  const why = error.why ?? error.message;
  const notice = `cannot be resumed: ${why}${isStale ? '; x discards it' : ''}`;
  return { ...state, cursor, notice, lastTry: null };
}
