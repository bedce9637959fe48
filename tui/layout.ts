import type { UiState } from './ui-state.js';

/** Header, step trail and rule above the body; message line and key hints below it. */
const CHROME_ROWS = 5;
const WIDE_COLUMNS = 70;
const COVERAGE_COLUMNS = 30;

/** The frame stays one row short of the terminal: a full one makes the renderer wipe the screen. */
export function frameRows(state: UiState): number {
  return Math.max(1, state.rows - 1);
}

/** Rows between the header and the message line. */
export function bodyRows(state: UiState): number {
  return Math.max(1, frameRows(state) - CHROME_ROWS);
}

/** True when two panes fit side by side and the step trail is spelled out. */
export function isWide(state: UiState): boolean {
  return state.columns >= WIDE_COLUMNS;
}

/** Widths of the two panes of Exercise, borders included; the console takes what is left. */
export function exercisePanes(state: UiState): {
  readonly console: number;
  readonly coverage: number;
} {
  const extra = Math.max(0, Math.floor((state.columns - 110) / 3));
  const coverage = COVERAGE_COLUMNS + extra;
  return { console: state.columns - coverage, coverage };
}

/** Lines of console text in sight on Exercise. */
export function consoleRows(state: UiState): number {
  return Math.max(1, bodyRows(state) - (isWide(state) ? 6 : 5));
}

/** Rows of the file table and of the source pane of Review, without their titles. */
export function reviewRows(
  state: UiState,
  fileCount: number,
): { readonly files: number; readonly source: number } {
  // Title and table head, then the rule of the source pane.
  const free = bodyRows(state) - 3;
  if (!isWide(state)) return { files: bodyRows(state) - 2, source: bodyRows(state) - 1 };
  const files = Math.max(3, Math.min(fileCount, Math.floor(free / 2)));
  return { files, source: free - files };
}
