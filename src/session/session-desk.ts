import { rm } from 'node:fs/promises';
import { isoSeconds } from '../base/clock.js';
import type { Board } from '../board/board.js';
import { listBoards } from '../board/find-board.js';
import { readHead } from '../git/read-head.js';
import type { SessionDesk } from './bench-session.js';
import { changedSources } from './changed-sources.js';
import { imageHash } from './image-hash.js';
import { openJournal } from './journal.js';
import { openingForm } from './opening-form.js';
import { LiveSession } from './live-session.js';
import { resumeSession } from './resume-session.js';
import type { SessionEvent } from './session-event.js';
import {
  createSessionFolder,
  dropSessionFolder,
  listSessionIds,
  sessionFolder,
  type SessionFolder,
} from './session-folder.js';
import { lockSession } from './session-lock.js';
import { sessionContext, sessionsRoot, type DeskOptions } from './session-setup.js';
import type { SessionSummary } from './session-state.js';
import { summariseSession, unreadableSession } from './summarise-session.js';
import { openBoard, type Workspace } from './workspace.js';

/** The sessions of a project, and the way to make one. Errors: NOT_A_REPOSITORY. */
export function openDesk(options: DeskOptions): SessionDesk {
  const { workspace } = options;
  return {
    list: async () => (await allSessions(workspace)).filter(({ step }) => step !== 'done'),
    start: async (name) => startSession(options, await openBoard(workspace, name)),
    resume: (id) => resumeSession(options, id),
    drop: async (id) => dropSessionFolder(await sessionsRoot(workspace), id),
    boards: async () => {
      const listings = await listBoards(workspace.places);
      return listings
        .filter(({ isShadowed, board }) => board !== null && !isShadowed)
        .map(({ name, board }) => ({ name, displayName: board?.displayName ?? name }));
    },
  };
}

/** Every session on disk, finished ones too, oldest first. */
export async function allSessions(workspace: Workspace): Promise<readonly SessionSummary[]> {
  const root = await sessionsRoot(workspace);
  const summaries: SessionSummary[] = [];
  for (const id of await listSessionIds(root)) {
    const folder = sessionFolder(root, id);
    const summary = await summariseSession(folder, workspace).catch((error: unknown) =>
      unreadableSession(folder, error),
    );
    if (summary) summaries.push(summary);
  }
  return summaries;
}

/** Starts a session on a board whose profile may differ from the one on disk (flags win). */
export async function startSession(options: DeskOptions, board: Board): Promise<LiveSession> {
  const { workspace, clock } = options;
  const folder = await createSessionFolder(await sessionsRoot(workspace), clock.now());
  try {
    return await begin(options, board, folder);
  } catch (error) {
    await rm(folder.path, { recursive: true, force: true });
    throw error;
  }
}

async function begin(
  options: DeskOptions,
  board: Board,
  folder: SessionFolder,
): Promise<LiveSession> {
  const { workspace, clock } = options;
  const now = clock.now();
  const unlock = await lockSession(folder);
  const { journal } = openJournal(folder.journalPath);
  const head = await readHead(workspace.git).catch(() => null);
  const changed = await changedSources(workspace.git, workspace.projectRoot).catch(() => null);
  const started: SessionEvent = {
    type: 'started',
    at: isoSeconds(now),
    format: 1,
    id: folder.id,
    board: board.name,
    displayName: board.displayName ?? board.name,
    projectRoot: workspace.projectRoot,
    branch: head?.branch ?? 'detached',
    head: head?.commit ?? '',
    image: await imageHash(board),
    ...(changed === null ? {} : { changed: changed.map(([path, sha256]) => [path, sha256]) }),
  };
  journal.append(started);
  const context = await sessionContext(options, board, { folder, journal, unlock }, [started]);
  context.core.update({
    canZero: board.zero !== null,
    form: await openingForm(workspace.git, board),
  });
  return new LiveSession(context);
}
