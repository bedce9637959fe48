import type { FileReview, SessionSummary } from '../src/session/session-state.js';
import type { BoardChoice, UiState } from './ui-state.js';

export type HomeEntry =
  | { readonly kind: 'resume'; readonly session: SessionSummary }
  | { readonly kind: 'new'; readonly board: BoardChoice };

/**
 * The entries of Home: sessions that can be resumed, then a new session on each board, then sessions
 * that can only be thrown away. So the first entry is the likely one.
 */
export function homeEntries(state: UiState): readonly HomeEntry[] {
  const sessions = (state.sessions ?? []).map((session) => ({ kind: 'resume', session }) as const);
  return [
    ...sessions.filter(({ session }) => session.refusal === null),
    ...state.boards.map((board) => ({ kind: 'new', board }) as const),
    ...sessions.filter(({ session }) => session.refusal !== null),
  ];
}

/** What Zero can do on this board. */
export function zeroEntries(state: UiState): readonly ('zero' | 'keep')[] {
  return state.session?.canZero === false ? ['keep'] : ['zero', 'keep'];
}

/** What Done offers. */
export const DONE_ENTRIES = ['again', 'quit'] as const;

/** Files of Review that the filters let through. */
export function reviewFiles(state: UiState): readonly FileReview[] {
  const files = state.session?.coverage?.files ?? [];
  const wanted = state.review.filter.toLowerCase();
  return files.filter(
    (file) =>
      (!state.review.isOnlyNew || file.newLines.length > 0) &&
      file.path.toLowerCase().includes(wanted),
  );
}

/** The file the source pane shows. */
export function chosenFile(state: UiState): FileReview | null {
  return reviewFiles(state)[state.review.cursor] ?? null;
}

/** How many entries the list of the current screen has. */
export function entryCount(state: UiState): number {
  const session = state.session;
  if (session === null) return homeEntries(state).length;
  switch (session.step) {
    case 'preflight':
      return session.checks.length;
    case 'connect':
      return session.ports.length + 1;
    case 'zero':
      return zeroEntries(state).length;
    case 'exercise':
      return session.coverage?.files.length ?? 0;
    case 'fetch':
      return session.fetch?.objects.length ?? 0;
    case 'review':
      return reviewFiles(state).length;
    case 'save': {
      // Lines may be broken on the screen; moving past the last one shows nothing new.
      const { preview } = session;
      if (preview === null) return 0;
      return 2 * (preview.rows.length + preview.superseding.length + preview.skipped.length);
    }
    case 'commit':
      // Lines may be broken on the screen; moving past the last one shows nothing new.
      return 2 * (session.commitPlan?.message.split('\n').length ?? 0);
    case 'done':
      return DONE_ENTRIES.length;
  }
}
