import { parsePathMap } from '../capture/path-map.js';
import type { Board } from '../board/board.js';
import type { Clock } from '../base/clock.js';
import { readPrivateFolder } from '../git/read-private-folder.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { readSettings } from '../settings/read-settings.js';
import { readPlan } from './decode-evidence.js';
import type { Journal } from './journal.js';
import { emptySessionState, reduceSession } from './reduce-session.js';
import { SESSIONS_FOLDER } from './saved-trailers.js';
import { DEFAULT_CHOICES, type SessionChoices, type SessionContext } from './session-context.js';
import { SessionCore } from './session-core.js';
import type { SessionEvent } from './session-event.js';
import type { SessionFolder } from './session-folder.js';
import type { Workspace } from './workspace.js';

export interface DeskOptions {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly choices?: Partial<SessionChoices>;
}

/** Where the sessions of a project are kept: inside git's own folder, never committed. */
export async function sessionsRoot({ git }: Workspace): Promise<string> {
  return readPrivateFolder(git, SESSIONS_FOLDER);
}

/** A session folder this process has to itself, with its journal open. */
export interface OpenedSession {
  readonly folder: SessionFolder;
  readonly journal: Journal;
  readonly unlock: () => Promise<void>;
}

/** The context of a session whose journal holds these events. */
export async function sessionContext(
  { workspace, clock, choices = {} }: DeskOptions,
  board: Board,
  { folder, journal, unlock }: OpenedSession,
  events: readonly SessionEvent[],
): Promise<SessionContext> {
  const state = events.reduce(reduceSession, emptySessionState(folder.id));
  let plan: Promise<CounterPlan> | null = null;
  const pathMaps = board.pathMap.map(({ from, to }) =>
    parsePathMap(`${from}=${to}`, workspace.projectRoot),
  );
  return {
    unlock,
    core: new SessionCore(state, journal, clock, events),
    folder,
    workspace,
    settings: await readSettings(workspace.projectRoot),
    board,
    choices: {
      ...DEFAULT_CHOICES,
      ...choices,
      pathMaps: [...(choices.pathMaps ?? []), ...pathMaps],
    },
    plan: async () => {
      if (board.elf === null) return null;
      plan ??= readPlan(board.elf, board.loadAt);
      return plan;
    },
  };
}
