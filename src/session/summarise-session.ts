import { isBenchError } from '../base/bench-error.js';
import { findBoard } from '../board/find-board.js';
import { readHead } from '../git/read-head.js';
import { kindOfPath } from './find-files.js';
import type { JournalContent } from './journal.js';
import { emptySessionState, reduceSession } from './reduce-session.js';
import { readSessionJournal, type SessionFolder } from './session-folder.js';
import type { SessionMoment, SessionSummary } from './session-state.js';
import { lockHolder } from './session-lock.js';
import { imageHash } from './image-hash.js';
import type { Workspace } from './workspace.js';

const SHORT_ID = 7;

/** What is known of a session on disk; null for a folder whose journal never started. */
export async function summariseSession(
  folder: SessionFolder,
  workspace: Workspace,
): Promise<SessionSummary | null> {
  const content = await readSessionJournal(folder);
  const [first] = content.events;
  if (first?.type !== 'started') return null;
  const state = content.events.reduce(reduceSession, emptySessionState(folder.id));
  return {
    id: folder.id,
    board: state.board,
    ticket: state.form.ticket,
    step: state.commitId === null ? state.step : 'done',
    startedAt: first.at,
    lastEventAt: content.events.at(-1)?.at ?? first.at,
    savedObjects: state.fetch?.objects.filter(({ sizeBytes }) => sizeBytes > 0).length ?? 0,
    moments: momentsOf(content.events),
    refusal: (await busyWords(folder)) ?? (await resumeRefusal(content, workspace)),
  };
}

/** Snapshots that were decoded, and marks. */
function momentsOf(events: JournalContent['events']): readonly SessionMoment[] {
  return events.flatMap((event): SessionMoment[] => {
    const { at } = event;
    if (event.type === 'marked') {
      return [{ kind: 'mark', at, text: event.note, hitLines: null, newLines: null }];
    }
    if (event.type !== 'compared') return [];
    const { hitLines, newLines, label } = event;
    return [{ kind: 'snapshot', at, text: label ?? '', hitLines, newLines }];
  });
}

/** One damaged journal must not hide the other sessions; it can still be dropped. */
export function unreadableSession(folder: SessionFolder, error: unknown): SessionSummary {
  if (!isBenchError(error)) throw error;
  return {
    id: folder.id,
    board: '',
    ticket: '',
    step: 'preflight',
    startedAt: '',
    lastEventAt: '',
    savedObjects: 0,
    refusal: `${error.message}${error.why === undefined ? '' : `: ${error.why}`}`,
  };
}

async function busyWords(folder: SessionFolder): Promise<string | null> {
  const holder = await lockHolder(folder);
  return holder === null ? null : `open in ${holder}`;
}

/**
 * Why a session may not be recorded any more, or null: its counts belong to the commit and the
 * build it was started with. What is saved already may be committed at any time.
 */
export async function resumeRefusal(
  { events, badLines }: JournalContent,
  workspace: Workspace,
): Promise<string | null> {
  const [first] = events;
  if (first?.type !== 'started') return 'its journal has no beginning';
  if (await isOfAnotherProject(first.projectRoot, workspace.projectRoot)) {
    return `it belongs to the project in ${first.projectRoot}`;
  }
  if (badLines.length > 0) return `its journal is damaged at line ${badLines.join(', ')}`;
  if (events.some(({ type }) => type === 'saved')) return null;
  const head = (await readHead(workspace.git).catch(() => null))?.commit ?? '';
  if (head !== first.head) {
    const was = first.head === '' ? 'no commit' : first.head.slice(0, SHORT_ID);
    return `HEAD was ${was} and is ${head.slice(0, SHORT_ID) || 'no commit'} now`;
  }
  if (first.image === null) return null;
  try {
    const board = await findBoard(first.board, workspace.places);
    const image = await imageHash(board);
    return image === first.image ? null : 'the ELF was built again since';
  } catch (error) {
    if (isBenchError(error)) return error.message;
    throw error;
  }
}

/** One repository may hold several projects; one that was moved is still the same. */
async function isOfAnotherProject(then: string, now: string): Promise<boolean> {
  return then !== now && (await kindOfPath(then)) === 'folder';
}
