import { headerRow, messageRows, ruleRow, trailRow } from './chrome.js';
import { hintLine } from './hint-line.js';
import { frameRows as frameHeight } from './layout.js';
import {
  SMALLEST_COLUMNS,
  SMALLEST_ROWS,
  isTooSmall,
  placeOf,
  screenOf,
  shownError,
} from './place-of.js';
import { BLANK, fitRow, row, span, spansWidth, type Row } from './rows.js';
import { errorBox, lostBox } from './screens/boxes.js';
import { commitScreen } from './screens/commit.js';
import { connectScreen } from './screens/connect.js';
import { doneScreen } from './screens/done.js';
import { exerciseScreen } from './screens/exercise.js';
import { fetchScreen } from './screens/fetch.js';
import { helpBox } from './screens/help.js';
import { homeScreen } from './screens/home.js';
import { preflightScreen } from './screens/preflight.js';
import { reviewScreen } from './screens/review.js';
import { saveScreen } from './screens/save.js';
import { zeroScreen } from './screens/zero.js';
import type { UiState } from './ui-state.js';
import { viewOf, type SessionView, type View } from './view.js';

/** The whole frame: exactly one row less than the terminal has, each exactly as wide as it. */
export function frameRows(state: UiState): readonly Row[] {
  const view = viewOf(state);
  const { columns, symbols } = view;
  if (isTooSmall(state)) return tooSmall(view, frameHeight(state));
  const body = bodyOf(view);
  const filled = Array.from({ length: view.height }, (_, index) => body[index] ?? BLANK);
  const messages = messageRows(view);
  const lines = [
    headerRow(view),
    trailRow(view),
    ruleRow(view),
    ...filled.slice(0, view.height + 1 - messages.length),
    ...messages,
    hintLine(state, columns),
  ];
  return lines.map((line) => fitRow(line, columns, symbols.more));
}

function bodyOf(view: View): readonly Row[] {
  const { state } = view;
  const screen = screenRows(view);
  if (state.overlay === 'help') return over(view, screen, helpBox(view), 0);
  const error = shownError(state);
  if (error !== null) return over(view, screen, errorBox(view, error), 2);
  if (placeOf(state) === 'lost' && state.session !== null) {
    return over(view, screen, lostBox({ ...view, session: state.session }), 6);
  }
  return screen;
}

/** The rows of the screen below all boxes. */
export function screenRows(view: View): readonly Row[] {
  const { session } = view.state;
  if (session === null) {
    return screenOf(view.state) === 'home'
      ? homeScreen(view)
      : [BLANK, row(span(` ${view.symbols.busy} looking for sessions and boards`, 'busy'))];
  }
  const sessionView: SessionView = { ...view, session };
  switch (session.step) {
    case 'preflight':
      return preflightScreen(sessionView);
    case 'connect':
      return connectScreen(sessionView);
    case 'zero':
      return zeroScreen(sessionView);
    case 'exercise':
      return exerciseScreen(sessionView);
    case 'fetch':
      return fetchScreen(sessionView);
    case 'review':
      return reviewScreen(sessionView);
    case 'save':
      return saveScreen(sessionView);
    case 'commit':
      return commitScreen(sessionView);
    case 'done':
      return doneScreen(sessionView);
  }
}

/** Lays a box over the screen, centred, from row `top` on, or higher when it is tall. */
function over(
  view: View,
  screen: readonly Row[],
  box: readonly Row[],
  top: number,
): readonly Row[] {
  const from = Math.max(0, Math.min(top, view.height - box.length));
  const rows = Array.from({ length: view.height }, (_, index) => screen[index] ?? BLANK);
  const boxColumns = spansWidth(box[0]?.spans ?? []);
  const indent = ' '.repeat(Math.max(0, Math.floor((view.columns - boxColumns) / 2)));
  for (const [index, line] of box.slice(0, view.height).entries()) {
    rows[from + index] = row(indent, ...line.spans);
  }
  return rows;
}

function tooSmall(view: View, height: number): readonly Row[] {
  const { state, columns } = view;
  const words = [
    `otto-bench needs ${SMALLEST_COLUMNS}x${SMALLEST_ROWS},`,
    `this terminal has ${state.columns}x${state.rows}.`,
    'Make it larger; the link stays up.',
    'q quits',
  ];
  return Array.from({ length: height }, (_, index) => fitRow(row(words[index] ?? ''), columns));
}
