import { chosenFile } from '../entries.js';
import { change, type Change } from '../ui-event.js';
import type { UiState } from '../ui-state.js';
import { showSource } from './move.js';

/** Records the chosen file, or does not. */
export function toggleKeep(state: UiState): Change {
  const file = chosenFile(state);
  return file === null ? change(state) : change(state, { do: 'toggleKeep', path: file.path });
}

/** Shows only the files that add lines to the store, or all. */
export function toggleOnlyNew(state: UiState): Change {
  const review = { ...state.review, isOnlyNew: !state.review.isOnlyNew, cursor: 0 };
  return showSource({ ...state, review });
}

/** Puts the source pane on the next, or previous, line the store does not have. */
export function toNewLine(state: UiState, by: -1 | 1): Change {
  const file = chosenFile(state);
  const lines = (file?.newLines ?? []).toSorted((a, b) => a - b);
  const now = state.review.sourceCursor + 1;
  const target = by === 1 ? lines.find((line) => line > now) : lines.findLast((line) => line < now);
  if (target === undefined) {
    const notice = lines.length === 0 ? 'this file has no new line' : 'no more new lines here';
    return change({ ...state, notice });
  }
  return change({ ...state, review: { ...state.review, sourceCursor: target - 1 } });
}
