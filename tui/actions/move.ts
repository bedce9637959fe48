import { clampIndex } from '../list-window.js';
import { chosenFile, entryCount, reviewFiles } from '../entries.js';
import { bodyRows, consoleRows } from '../layout.js';
import { logEnd } from '../console-log.js';
import { helpPositions } from '../screens/help.js';
import { change, type Change } from '../ui-event.js';
import type { UiState } from '../ui-state.js';
import { viewOf } from '../view.js';

/** Save shows as few as three rows below its form. */
const SAVE_PAGE = 3;

export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

function moved(index: number, move: Move, count: number, page: number): number {
  switch (move) {
    case 'up':
      return clampIndex(index - 1, count);
    case 'down':
      return clampIndex(index + 1, count);
    case 'pageUp':
      return clampIndex(index - page, count);
    case 'pageDown':
      return clampIndex(index + page, count);
    case 'first':
      return 0;
    case 'last':
      return clampIndex(count - 1, count);
  }
}

/** Moves in whatever list has the keys: help, console, source, files, or the list of the screen. */
export function move(state: UiState, by: Move): Change {
  const step = state.session?.step;
  const page = step === 'save' ? SAVE_PAGE : Math.max(1, Math.floor(bodyRows(state) / 2));
  if (state.overlay === 'help') {
    return change({
      ...state,
      helpTop: moved(state.helpTop, by, helpPositions(viewOf(state)), page),
    });
  }
  if (step === 'exercise' && state.console.focus === 'console') return scrollConsole(state, by);
  if (step === 'review') return moveInReview(state, by, page);
  return change({ ...state, cursor: moved(state.cursor, by, entryCount(state), page) });
}

function moveInReview(state: UiState, by: Move, page: number): Change {
  const { review } = state;
  if (review.focus === 'source') {
    const count = review.lines?.length ?? 0;
    const sourceCursor = moved(review.sourceCursor, by, count, page);
    return change({ ...state, review: { ...review, sourceCursor } });
  }
  const cursor = moved(review.cursor, by, reviewFiles(state).length, page);
  return showSource({ ...state, review: { ...review, cursor } });
}

/** Asks for the source of the chosen file when the pane holds another one. */
export function showSource(state: UiState): Change {
  const file = chosenFile(state);
  if (file === null || file.path === state.review.sourcePath) return change(state);
  const first = file.newLines[0] ?? firstCounted(file.counts);
  const review = {
    ...state.review,
    sourcePath: file.path,
    lines: null,
    sourceCursor: Math.max(0, first - 1),
  };
  return change({ ...state, review }, { do: 'loadSource', path: file.path });
}

function firstCounted(counts: ReadonlyMap<number, unknown>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const line of counts.keys()) first = Math.min(first, line);
  return Number.isFinite(first) ? first : 1;
}

/** Scrolls the console; at the end it follows again, and while scrolled the text stands still. */
function scrollConsole(state: UiState, by: Move): Change {
  const { log, top } = state.console;
  const height = consoleRows(state);
  const end = logEnd(log);
  const lowest = Math.max(log.first, end - height);
  const from = top === null ? lowest : Math.max(log.first, top);
  const page = Math.max(1, height - 1);
  const steps: Readonly<Record<Move, number>> = {
    up: -1,
    down: 1,
    pageUp: -page,
    pageDown: page,
    first: log.first - from,
    last: lowest - from,
  };
  const target = Math.max(log.first, from + steps[by]);
  return change({
    ...state,
    console: { ...state.console, top: target >= lowest ? null : target },
  });
}
