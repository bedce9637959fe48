import type { Step } from '../../src/session/session-state.js';
import { DONE_ENTRIES, homeEntries, zeroEntries } from '../entries.js';
import { change, type Change } from '../ui-event.js';
import type { UiState } from '../ui-state.js';
import { ask } from './prompt.js';

/** How the notice about a running action begins. */
export const STILL_BUSY = 'still busy: ';

/** Says on the message line that something still runs; Ctrl+C would stop it. */
export function stillBusy(state: UiState): Change {
  const busy = state.session?.busy ?? 'checking';
  return change({ ...state, notice: `${STILL_BUSY}${busy} (Ctrl+C stops it)` });
}

/** Enter on Home: resumes the session or starts one on the board. */
export function chooseHome(state: UiState): Change {
  const entry = homeEntries(state)[state.cursor];
  if (entry === undefined) return change(state);
  return entry.kind === 'resume'
    ? change(state, { do: 'resumeSession', id: entry.session.id })
    : change(state, { do: 'startSession', board: entry.board.name });
}

/** Enter on Done. */
export function chooseDone(state: UiState): Change {
  if (DONE_ENTRIES[state.cursor] === 'quit') return change(state, { do: 'exit', code: 0 });
  const board = state.session?.board ?? '';
  return change(state, { do: 'leaveSession' }, { do: 'startSession', board });
}

const NEXT: Readonly<Record<Step, Step>> = {
  preflight: 'connect',
  connect: 'zero',
  zero: 'exercise',
  exercise: 'fetch',
  fetch: 'review',
  review: 'save',
  save: 'commit',
  commit: 'done',
  done: 'done',
};

const BEFORE: Readonly<Record<Step, Step | null>> = {
  preflight: null,
  connect: 'preflight',
  zero: 'connect',
  exercise: 'zero',
  fetch: 'exercise',
  review: 'fetch',
  save: 'review',
  commit: 'save',
  done: null,
};

/** Goes to the next step; from Exercise that fetches, because the counters moved on. */
export function nextStep(state: UiState): Change {
  const session = state.session;
  if (session === null) return change(state);
  const isChecking = session.checks.some((check) => check.grade === 'running');
  if (session.busy !== null || (session.step === 'preflight' && isChecking))
    return stillBusy(state);
  const step = NEXT[session.step];
  return change(state, { do: 'goTo', step, thenFetch: session.step === 'exercise' });
}

/** Goes back one step; from the first one back to Home. Stops what is running first. */
export function previousStep(state: UiState): Change {
  const session = state.session;
  if (session === null) return change(state);
  if (session.busy !== null) return change(state, { do: 'cancel' });
  if (session.step === 'done') return change(state);
  const step = BEFORE[session.step];
  return step === null
    ? change(state, { do: 'leaveSession' })
    : change(state, { do: 'goTo', step });
}

/** Enter on Connect: connects to the chosen port, or goes on when the link is up. */
export function connectOrNext(state: UiState): Change {
  return state.session?.link === 'up' ? nextStep(state) : connect(state);
}

/** Connects to the chosen port; the last entry of the list asks for one. */
export function connect(state: UiState): Change {
  const session = state.session;
  if (session === null) return change(state);
  if (session.busy !== null) return stillBusy(state);
  const choice = session.ports[state.cursor];
  return choice === undefined
    ? ask(state, 'port')
    : change(state, { do: 'connect', port: choice.port });
}

/** Enter on Zero: does the chosen thing once, then goes on. */
export function zeroOrNext(state: UiState): Change {
  const session = state.session;
  if (session === null) return change(state);
  if (session.busy !== null) return stillBusy(state);
  const entry = zeroEntries(state)[state.cursor];
  if (entry === 'keep') return change(state, { do: 'keepCounts' });
  return session.isZeroed ? nextStep(state) : change(state, { do: 'zero' });
}

/** Enter on Fetch: fetches, or goes on when everything is there. */
export function fetchOrNext(state: UiState): Change {
  const session = state.session;
  if (session === null) return change(state);
  if (session.busy !== null) return stillBusy(state);
  return session.coverage === null ? change(state, { do: 'fetch' }) : nextStep(state);
}
