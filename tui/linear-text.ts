import { printable } from '../src/base/printable.js';
import { STEPS, type SessionState } from '../src/session/session-state.js';
import { percentOf } from './screens/coverage-lines.js';
import { screenRows } from './frame-rows.js';
import { placeOf, shownError } from './place-of.js';
import { errorHints } from './session-words.js';
import type { UiState } from './ui-state.js';
import { viewOf } from './view.js';

const COLUMNS = 100;
const ROWS = 200;

/** What a listener has to hear about the screen, a fact a line, no boxes, choices numbered. */
export function linearLines(state: UiState): readonly string[] {
  const wide: UiState = { ...state, columns: COLUMNS, rows: ROWS, isAscii: true, overlay: null };
  if (state.session?.step === 'exercise') return exerciseLines(state.session);
  if (state.session?.step === 'save') return saveLines(state.session);
  const lines: string[] = [];
  let choices = 0;
  for (const line of screenRows(viewOf(wide))) {
    if (line.kind === 'rule') continue;
    const text = printable(line.spans.map((part) => part.text).join(''));
    const words = text.replace(/^ > /, ' ').trim().replace(/ {3,}/g, '  ');
    if (words === '') continue;
    if (line.kind === 'choice') choices += 1;
    lines.push(line.kind === 'choice' ? `${choices}. ${words}` : words);
  }
  return lines;
}

function exerciseLines(session: SessionState): readonly string[] {
  const { coverage } = session;
  if (coverage === null) return ['what you type goes to the board, a line at a time'];
  return [
    'what you type goes to the board, a line at a time',
    `coverage: ${coverage.hitLines} of ${coverage.totalLines} lines hit, ${percentOf(coverage)}, ${coverage.newLines} new to the store`,
  ];
}

/** What will be written; the fields are asked for one by one. */
function saveLines(session: SessionState): readonly string[] {
  const { preview } = session;
  if (preview === null) return [];
  const worth = preview.rows.map(
    (row) => `${row.path}: ${row.validLines} of ${row.executedLines} lines valid, ${row.text}`,
  );
  return [
    `file ${preview.file}`,
    `${preview.hitLines} lines hit, ${preview.newLines} new to the store`,
    ...preview.superseding,
    ...worth,
    ...preview.skipped,
  ].map(printable);
}

/** `step 4 of 8, exercise, board nucleo`. */
export function linearTitle(state: UiState): string {
  const session = state.session;
  if (session === null) return 'otto-bench, start';
  const at = STEPS.indexOf(session.step) + 1;
  const step =
    session.step === 'done' ? 'done' : `step ${at} of ${STEPS.length - 1}, ${session.step}`;
  return `${step}, board ${printable(session.board)}`;
}

/** An error in lines: code, sentence, what was found, what to try. */
export function linearError(state: UiState): readonly string[] {
  const error = shownError(state);
  if (error === null) return [];
  const why = error.why === undefined ? [] : [error.why];
  const hints = errorHints(state, error).map((hint) => `try: ${hint}`);
  return [`error ${error.code}: ${error.message}`, ...why, ...hints].map(printable);
}

/** The link in words, said when it changes. */
export function linearLink(state: UiState): string {
  const session = state.session;
  if (session === null || session.link === 'none') return '';
  if (session.link === 'lost')
    return placeOf(state) === 'lost' ? 'link lost, r tries again' : 'link lost';
  return session.link === 'up' ? `link up, ${printable(session.port)}` : 'connecting';
}
