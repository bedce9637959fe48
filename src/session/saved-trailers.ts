import { readPrivateFolder } from '../git/read-private-folder.js';
import type { Trailer } from './session-event.js';
import { listSessionIds, readSessionJournal, sessionFolder } from './session-folder.js';
import type { Workspace } from './workspace.js';

export const SESSIONS_FOLDER = 'otto-bench';

/** What the session that wrote a capture knew beside it: raw dump, build, forced checks. */
export async function savedTrailers(
  workspace: Workspace,
  capturePath: string,
): Promise<readonly Trailer[]> {
  const root = await readPrivateFolder(workspace.git, SESSIONS_FOLDER);
  for (const id of await listSessionIds(root)) {
    const { events } = await readSessionJournal(sessionFolder(root, id));
    for (const event of events) {
      if (event.type === 'saved' && event.file === capturePath) return event.trailers;
    }
  }
  return [];
}
