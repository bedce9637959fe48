import type { BenchError } from '../src/base/bench-error.js';
import type { SaveForm, SessionState, SessionSummary } from '../src/session/session-state.js';
import { EMPTY_LOG, type ConsoleLog } from './console-log.js';
import type { Effect } from './effect.js';
import type { OverlayPlace } from './places.js';
import { textField, type TextField } from './text-field.js';

export interface BoardChoice {
  readonly name: string;
  readonly displayName: string;
}

export interface ConsoleUi {
  readonly log: ConsoleLog;
  /** Number of the first line shown, or null while the console is followed. */
  readonly top: number | null;
  readonly hasTimestamps: boolean;
  readonly input: TextField;
  readonly history: readonly string[];
  /** Entry of the history being shown; `history.length` for the line being typed. */
  readonly historyAt: number;
  readonly focus: 'console' | 'coverage';
  /** Milliseconds since the epoch at the first look at the step; for the elapsed time. */
  readonly sinceMs: number | null;
}

export interface ReviewUi {
  /** Index of the chosen file among those the filter lets through. */
  readonly cursor: number;
  readonly focus: 'review' | 'source';
  readonly filter: string;
  readonly isOnlyNew: boolean;
  /** Path whose lines are held in `lines`. */
  readonly sourcePath: string;
  readonly lines: readonly string[] | null;
  /** Index of the chosen source line. */
  readonly sourceCursor: number;
}

/** A question answered with one line of text, asked on the message line. */
export interface Prompt {
  readonly kind: 'mark' | 'label' | 'port' | 'filter';
  readonly label: string;
  readonly field: TextField;
}

/** Everything the screens are a function of. */
export interface UiState {
  readonly columns: number;
  readonly rows: number;
  readonly isAscii: boolean;
  readonly projectName: string;
  readonly nowMs: number;
  /** Null until the sessions and boards on disk are known. */
  readonly sessions: readonly SessionSummary[] | null;
  readonly boards: readonly BoardChoice[];
  readonly session: SessionState | null;
  /** A box or question over the screen that the session's own state does not imply. */
  readonly overlay: Extract<OverlayPlace, 'help' | 'quit' | 'discard'> | null;
  readonly prompt: Prompt | null;
  /** Errors that belong to no session, and failures of ours. */
  readonly error: BenchError | null;
  readonly hasDetails: boolean;
  readonly isLostHidden: boolean;
  /** The warnings of Preflight were let pass since the checks ran last. */
  readonly areWarningsForced: boolean;
  /** Ctrl+T was pressed; the next key is a command. */
  readonly isPrefixed: boolean;
  /** Own words on the message line; gone with the next key. */
  readonly notice: string;
  readonly lastStopMs: number | null;
  /** What `r` in the error box does again. */
  readonly lastTry: Effect | null;
  /** Counts up to make the terminal draw everything again. */
  readonly redraws: number;
  /** The chosen entry, or line, of the screens that have one list. */
  readonly cursor: number;
  /** First line of the help shown. */
  readonly helpTop: number;
  readonly console: ConsoleUi;
  readonly review: ReviewUi;
  /** Index of the field of the form being edited. */
  readonly formField: number;
  readonly formFields: readonly TextField[];
}

/** Fields of the form in order. */
export const FORM_FIELDS = [
  'ticket',
  'testerName',
  'testerEmail',
  'note',
  'labs',
  'label',
] as const satisfies readonly (keyof SaveForm)[];

export const FORM_LABELS: Readonly<Record<keyof SaveForm, string>> = {
  ticket: 'Ticket',
  testerName: 'Tester',
  testerEmail: 'E-mail',
  note: 'Note',
  labs: 'Labs',
  label: 'Label',
};

export const EMPTY_REVIEW: ReviewUi = {
  cursor: 0,
  focus: 'review',
  filter: '',
  isOnlyNew: false,
  sourcePath: '',
  lines: null,
  sourceCursor: 0,
};

export const EMPTY_CONSOLE: ConsoleUi = {
  log: EMPTY_LOG,
  top: null,
  hasTimestamps: true,
  input: textField(),
  history: [],
  historyAt: 0,
  focus: 'console',
  sinceMs: null,
};

/** The state before anything is known. */
export function startState(options: {
  readonly columns: number;
  readonly rows: number;
  readonly isAscii: boolean;
  readonly projectName: string;
  readonly nowMs: number;
}): UiState {
  return {
    ...options,
    sessions: null,
    boards: [],
    session: null,
    overlay: null,
    prompt: null,
    error: null,
    hasDetails: false,
    isLostHidden: false,
    areWarningsForced: false,
    isPrefixed: false,
    notice: '',
    lastStopMs: null,
    lastTry: null,
    redraws: 0,
    cursor: 0,
    helpTop: 0,
    console: EMPTY_CONSOLE,
    review: EMPTY_REVIEW,
    formField: 0,
    formFields: FORM_FIELDS.map(() => textField()),
  };
}
