import type { SessionState, Step } from '../src/session/session-state.js';
import { loadForm } from './actions/form.js';
import { showSource } from './actions/move.js';
import { notResumed } from './actions/not-resumed.js';
import { addConsoleText } from './console-log.js';
import { STILL_BUSY } from './actions/steps.js';
import { isRepeatable, type Effect } from './effect.js';
import { entryCount, reviewFiles } from './entries.js';
import { clampIndex } from './list-window.js';
import { reduceKey } from './reduce-key.js';
import { openWarnings } from './session-words.js';
import { change, type Change, type UiEvent } from './ui-event.js';
import { EMPTY_CONSOLE, EMPTY_REVIEW, type UiState } from './ui-state.js';

/** The one reducer: an event and a state give the next state and what has to be done. Pure. */
export function reduce(state: UiState, event: UiEvent): Change {
  switch (event.type) {
    case 'key':
      return remember(reduceKey({ ...state, nowMs: event.nowMs }, event.key));
    case 'tick':
      return change({ ...state, nowMs: event.nowMs });
    case 'resize':
      return change({ ...state, columns: event.columns, rows: event.rows });
    case 'desk':
      return openDesk(state, event);
    case 'session':
      return event.session === null ? closed(state) : sessionChanged(state, event.session);
    case 'console':
      return change({
        ...state,
        console: { ...state.console, log: addConsoleText(state.console.log, event.text, event.at) },
      });
    case 'source':
      return event.path === state.review.sourcePath
        ? change({ ...state, review: { ...state.review, lines: event.lines } })
        : change(state);
    case 'stopped':
      return change({
        ...state,
        notice: event.didStop
          ? 'stopped; Ctrl+C again quits, the session is kept'
          : 'Ctrl+C again quits, the session is kept',
      });
    case 'done':
      return remember(afterEffect(state, event));
    case 'failed': {
      const refused = notResumed(state, event);
      if (refused !== null) return change(refused);
      const lastTry = event.effect && isRepeatable(event.effect) ? event.effect : null;
      return change({ ...state, error: event.error, lastTry });
    }
  }
}

/** Keeps the last repeatable effect for "try again". */
function remember(next: Change): Change {
  const last = next.effects.findLast(isRepeatable);
  return last === undefined ? next : { ...next, state: { ...next.state, lastTry: last } };
}

function openDesk(state: UiState, event: Extract<UiEvent, { type: 'desk' }>): Change {
  const { sessions, boards, want } = event;
  const next = { ...state, sessions, boards };
  const known: UiState = { ...next, cursor: clampIndex(state.cursor, entryCount(next)) };
  if (want.resume !== null) return change(known, { do: 'resumeSession', id: want.resume });
  if (want.board !== null) return change(known, { do: 'startSession', board: want.board });
  const [only] = boards;
  // Nothing to choose from: the first step is more useful than a list of one.
  if (sessions.length === 0 && boards.length === 1 && only !== undefined) {
    return change(known, { do: 'startSession', board: only.name });
  }
  return change(known);
}

function closed(state: UiState): Change {
  const next: UiState = {
    ...state,
    session: null,
    sessions: null,
    cursor: 0,
    console: EMPTY_CONSOLE,
    review: EMPTY_REVIEW,
    isLostHidden: false,
    overlay: null,
    prompt: null,
  };
  return change(next, { do: 'listSessions' });
}

function sessionChanged(state: UiState, session: SessionState): Change {
  const isNew = state.session?.id !== session.id;
  const base: UiState = isNew
    ? {
        ...state,
        console: EMPTY_CONSOLE,
        review: EMPTY_REVIEW,
        isLostHidden: false,
        areWarningsForced: false,
      }
    : state;
  // New checks make new warnings.
  const isChecking = session.checks.some(({ grade }) => grade === 'running');
  const areWarningsForced = base.areWarningsForced && !isChecking;
  const isLostHidden = session.link === 'lost' && base.isLostHidden;
  // "Still busy" is over with what was busy.
  const isOver = state.session?.busy !== null && session.busy === null;
  const notice = isOver && base.notice.startsWith(STILL_BUSY) ? '' : base.notice;
  const next: UiState = { ...base, session, isLostHidden, areWarningsForced, notice };
  if (isNew || state.session?.step !== session.step) return entered(next, session, isNew);
  const kept: UiState = {
    ...next,
    cursor: clampIndex(next.cursor, entryCount(next)),
    review: { ...next.review, cursor: clampIndex(next.review.cursor, reviewFiles(next).length) },
  };
  if (session.step === 'preflight') return change(toFirstProblem(state, kept));
  if (session.step === 'connect') return change(toConnectedPort(state, kept));
  return session.step === 'review' ? showSource(kept) : change(kept);
}

/** What each step starts with. */
function entered(state: UiState, session: SessionState, isNew: boolean): Change {
  const fresh: UiState = { ...state, cursor: 0, notice: '', prompt: null, overlay: null };
  switch (session.step) {
    case 'preflight':
      return isNew && session.checks.length === 0 && session.busy === null
        ? change(fresh, { do: 'preflight' })
        : change(toFirstProblem(null, fresh));
    case 'connect':
      return change(toConnectedPort(null, fresh), { do: 'listPorts' });
    case 'exercise': {
      const sinceMs = fresh.console.sinceMs ?? fresh.nowMs;
      return change({ ...fresh, console: { ...fresh.console, sinceMs, focus: 'console' } });
    }
    case 'review':
      return showSource({ ...fresh, review: { ...EMPTY_REVIEW } });
    case 'save':
      return change(loadForm(fresh, session.form), { do: 'preview' });
    case 'zero':
    case 'fetch':
    case 'commit':
    case 'done':
      return change(fresh);
  }
}

/** Puts the cursor on the first check that needs a person, once all checks have an answer. */
function toFirstProblem(before: UiState | null, state: UiState): UiState {
  const checks = state.session?.checks ?? [];
  const isRunning = (one: UiState): boolean =>
    (one.session?.checks ?? []).some((check) => check.grade === 'running') ||
    one.session?.checks.length === 0;
  if ((before !== null && !isRunning(before)) || isRunning(state)) return state;
  const first = checks.findIndex((check) => check.grade === 'blocking');
  const second = checks.findIndex((check) => check.grade === 'warning');
  return { ...state, cursor: Math.max(0, first >= 0 ? first : second) };
}

/** Puts the cursor on the port of the session when the list comes in. */
function toConnectedPort(before: UiState | null, state: UiState): UiState {
  const ports = state.session?.ports ?? [];
  if (before !== null && before.session?.ports === ports) return state;
  const index = ports.findIndex((choice) => choice.port === state.session?.port);
  return index < 0 ? state : { ...state, cursor: index };
}

/** Actions that end their step. */
const AFTER: Partial<Record<Effect['do'], readonly [Step, Step]>> = {
  keepCounts: ['zero', 'exercise'],
  save: ['save', 'commit'],
  commit: ['commit', 'done'],
};

function afterEffect(state: UiState, event: Extract<UiEvent, { type: 'done' }>): Change {
  const { effect, ok } = event;
  const step = state.session?.step;
  if (!ok) return change(state);
  if (effect.do === 'forceWarnings') {
    return change({
      ...state,
      areWarningsForced: openWarnings(state).length > 0 || state.areWarningsForced,
    });
  }
  if (effect.do === 'dropSession') return change(state, { do: 'listSessions' });
  if (effect.do === 'goTo' && effect.thenFetch && step === 'fetch') {
    return change(state, { do: 'fetch' });
  }
  // The session may have moved on by itself; where it has not, the finished action does.
  const [from, to] = AFTER[effect.do] ?? [];
  return to !== undefined && step === from
    ? change(state, { do: 'goTo', step: to })
    : change(state);
}
