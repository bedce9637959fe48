import type { SessionEvent } from './session-event.js';
import type { SaveForm, SessionState } from './session-state.js';

export const EMPTY_FORM: SaveForm = {
  ticket: '',
  testerName: '',
  testerEmail: '',
  note: '',
  labs: '',
  label: '',
};

const SHORT_ID = 7;

/** The state before anything happened. */
export function emptySessionState(id: string): SessionState {
  return {
    id,
    step: 'preflight',
    projectRoot: '',
    branch: '',
    shortHead: '',
    isDirty: false,
    board: '',
    displayName: '',
    checks: [],
    ports: [],
    port: '',
    link: 'none',
    handshake: [],
    canZero: false,
    zeroResult: [],
    isZeroed: false,
    receivedBytes: 0,
    sentBytes: 0,
    fetch: null,
    coverage: null,
    form: EMPTY_FORM,
    preview: null,
    commitPlan: null,
    savedFile: null,
    commitId: null,
    busy: null,
    message: '',
    error: null,
  };
}

/**
 * What one journalled event does to the state; pure, so that a resumed session is the fold of its
 * journal. What is live (link, progress, coverage) is not in the journal and stays as it is.
 */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'started':
      return {
        ...state,
        id: event.id,
        projectRoot: event.projectRoot,
        branch: event.branch,
        shortHead: event.head.slice(0, SHORT_ID),
        board: event.board,
        displayName: event.displayName,
      };
    case 'connected':
      return { ...state, port: event.port };
    case 'zeroed':
      return {
        ...state,
        isZeroed: true,
        ...(event.baseline === undefined ? {} : { isBaseline: true }),
        zeroResult: event.result,
      };
    case 'kept-counts':
      return { ...state, isZeroed: false };
    case 'fetched':
    case 'snapshot':
      return { ...state, fetch: progressOf(event) };
    case 'form':
      return { ...state, form: event.form };
    case 'step':
      return { ...state, step: event.step };
    case 'saved':
      return { ...state, savedFile: event.file };
    case 'committed':
      return { ...state, commitId: event.commit };
    case 'forced':
    case 'link-lost':
    case 'sent':
    case 'marked':
    case 'compared':
    case 'dropped-files':
      return state;
  }
}

/** Progress of a fetch that is over, from its journal entry. */
function progressOf(
  event: Extract<SessionEvent, { type: 'fetched' | 'snapshot' }>,
): SessionState['fetch'] {
  const receivedBytes = event.objects.reduce((sum, object) => sum + object.sizeBytes, 0);
  return {
    receivedBytes,
    totalBytes: receivedBytes,
    elapsedMs: 0,
    objects: event.objects.map(({ reason, ...object }) => ({
      ...object,
      ...(reason === undefined ? {} : { reason }),
    })),
  };
}
