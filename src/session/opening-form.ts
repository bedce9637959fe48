import type { Board } from '../board/board.js';
import type { Git } from '../git/git.js';
import { readIdentity } from '../git/read-identity.js';
import type { SaveForm } from './session-state.js';

/**
 * What Save offers before somebody typed: the tester as git knows them, labs and label of the board
 * profile. A session that is resumed without a form in its journal starts from the same.
 */
export async function openingForm(git: Git, board: Board): Promise<SaveForm> {
  const { name, email } = await readIdentity(git).catch(() => ({ name: null, email: null }));
  return {
    ticket: '',
    testerName: name ?? '',
    testerEmail: name === null ? '' : (email ?? ''),
    note: '',
    labs: board.labs.join(', '),
    label: board.displayName ?? '',
  };
}
