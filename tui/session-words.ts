import type { BenchError, ErrorCode } from '../src/base/bench-error.js';
import { stepRefusal } from '../src/session/session-rules.js';
import type { Check, SessionState } from '../src/session/session-state.js';
import { shownError } from './place-of.js';
import type { UiState } from './ui-state.js';

// Sessions and commands share their sentences; where a key does what they ask for, the wizard names it.

/** The warnings that alone keep Preflight from going on; none once they were let pass. */
export function openWarnings(state: UiState): readonly Check[] {
  if (state.session?.step !== 'preflight' || state.areWarningsForced) return [];
  const { checks } = state.session;
  if (checks.some(({ grade }) => grade === 'blocking')) return [];
  return checks.filter(({ grade }) => grade === 'warning');
}

/** The session's message; a refusal because of warnings names the key that lets them pass. */
export function sessionMessage(session: SessionState): string {
  const { checks, message, step } = session;
  if (step !== 'preflight' || message !== stepRefusal(session, 'connect', false)) return message;
  // With all warnings forced there is no refusal left: they were the reason.
  if (stepRefusal(session, 'connect', true) !== null) return message;
  const count = checks.filter(({ grade }) => grade === 'warning').length;
  return count === 1
    ? '1 warning first: settle it and press r, or f lets it pass'
    : `${count} warnings first: settle them and press r, or f lets them pass`;
}

const PORT_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PORT_GONE',
  'PORT_DENIED',
  'PORT_BUSY',
  'NOT_A_PORT',
  'PORT_FAILED',
  'LINK_LOST',
  'NO_ANSWER',
]);

/** True where another port may help: in a session whose link is lost or is what failed. */
export function offersPort(state: UiState): boolean {
  const error = shownError(state);
  return state.session !== null && (error === null || PORT_ERRORS.has(error.code));
}

/** What to try about an error, with the keys of its box where they do it. */
export function errorHints(state: UiState, error: BenchError): readonly string[] {
  if (error.code !== 'LINK_LOST' || state.session === null) return error.hints;
  const { port } = state.session;
  return [
    port === '' ? 'press p and type a port' : `press p, then Enter, to connect to ${port}`,
    'close this with Esc and go back to Connect with Esc',
    ...error.hints.filter((hint) => hint !== 'connect first'),
  ];
}

const MOST_CAUSES = 4;

/** What the causes of an error said, outermost first; without what the box says anyway. */
export function causeWords(error: BenchError): readonly string[] {
  const said = new Set([error.message, error.why]);
  const words: string[] = [];
  let cause = error.cause;
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth += 1) {
    if (cause.message !== '' && !said.has(cause.message)) words.push(cause.message);
    said.add(cause.message);
    cause = cause.cause;
  }
  return words;
}
