import { EMPTY_LOG, addOwnLine } from '../console-log.js';
import { fieldText, textField } from '../text-field.js';
import { change, type Change } from '../ui-event.js';
import type { ConsoleUi, UiState } from '../ui-state.js';

const HISTORY_LINES = 200;

function withConsole(state: UiState, part: Partial<ConsoleUi>): UiState {
  return { ...state, console: { ...state.console, ...part } };
}

/** Sends the typed line to the board and shows it as ours; the console is followed again. */
export function sendTyped(state: UiState): Change {
  const text = fieldText(state.console.input);
  const { history, log } = state.console;
  const kept =
    text === '' || history.at(-1) === text ? history : [...history, text].slice(-HISTORY_LINES);
  return change(
    withConsole(state, {
      input: textField(),
      history: kept,
      historyAt: kept.length,
      log: addOwnLine(log, text, 'own', new Date(state.nowMs)),
      top: null,
    }),
    { do: 'sendLine', text },
  );
}

/** Walks through the lines sent before; past the last one the field is empty. */
export function walkHistory(state: UiState, by: -1 | 1): Change {
  const { history, historyAt } = state.console;
  const at = Math.max(0, Math.min(history.length, historyAt + by));
  return change(withConsole(state, { historyAt: at, input: textField(history[at] ?? '') }));
}

/** Follows the newest line again. */
export function followConsole(state: UiState): Change {
  return change(withConsole(state, { top: null }));
}

/** Shows or hides the time before each line. */
export function toggleTimestamps(state: UiState): Change {
  return change(withConsole(state, { hasTimestamps: !state.console.hasTimestamps }));
}

/** Empties the pane; the log in the session folder keeps everything. */
export function clearConsole(state: UiState): Change {
  const { log } = state.console;
  const first = log.first + log.lines.length;
  return change(withConsole(state, { log: { ...EMPTY_LOG, first }, top: null }));
}

/** Moves the keys to the other pane of Exercise or Review. */
export function otherPane(state: UiState): Change {
  if (state.session?.step === 'review') {
    const focus = state.review.focus === 'review' ? 'source' : 'review';
    return change({ ...state, review: { ...state.review, focus } });
  }
  const focus = state.console.focus === 'console' ? 'coverage' : 'console';
  return change(withConsole(state, { focus }));
}
