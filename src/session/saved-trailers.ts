import { isBenchError } from '../base/bench-error.js';
import { isoSeconds } from '../base/clock.js';
import { readPrivateFolder } from '../git/read-private-folder.js';
import type { Trailer } from './session-event.js';
import {
  listSessionIds,
  readSessionJournal,
  sessionFolder,
  type SessionFolder,
} from './session-folder.js';
import { openJournal, type JournalContent } from './journal.js';
import type { Workspace } from './workspace.js';

export const SESSIONS_FOLDER = 'otto-bench';

/** The session that wrote a capture, and what it knew beside it. */
export interface SavedBy {
  readonly folder: SessionFolder;
  /** Raw dump, build, forced checks. */
  readonly trailers: readonly Trailer[];
}

/** Which session wrote a capture of the store; null when none that is kept here did. */
export async function findSavedBy(
  workspace: Workspace,
  capturePath: string,
): Promise<SavedBy | null> {
  const root = await readPrivateFolder(workspace.git, SESSIONS_FOLDER);
  for (const id of await listSessionIds(root)) {
    const folder = sessionFolder(root, id);
    const { events } = await readSessionJournal(folder).catch(nothing);
    for (const event of events) {
      if (event.type === 'saved' && event.file === capturePath) {
        return { folder, trailers: event.trailers };
      }
    }
  }
  return null;
}

/** Notes in the session's journal that its capture was committed by hand. */
export function recordCommit({ folder }: SavedBy, commit: string, at: Date): void {
  const { journal } = openJournal(folder.journalPath);
  journal.append({ type: 'committed', at: isoSeconds(at), commit });
  journal.close();
}

/** A damaged session has nothing to say about a capture of another. */
function nothing(error: unknown): Pick<JournalContent, 'events'> {
  if (isBenchError(error)) return { events: [] };
  throw error;
}
