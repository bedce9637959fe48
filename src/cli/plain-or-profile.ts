import { isBenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import { findBoard } from '../board/find-board.js';
import { openBoard, type Workspace } from '../session/workspace.js';

/**
 * The profile of a board. Where the board itself is not needed its name may be any text: then null
 * when no profile has it. Errors: NO_SUCH_BOARD, BAD_BOARD_FILE, NEEDS_CONFIRMATION.
 */
export async function plainOrProfile(
  workspace: Workspace,
  name: string,
  isPlainAllowed: boolean,
): Promise<Board | null> {
  if (!isPlainAllowed) return openBoard(workspace, name);
  // Text that could not be a profile's name must not be looked for as a path.
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return null;
  try {
    return await findBoard(name, workspace.places);
  } catch (error) {
    if (isBenchError(error, 'NO_SUCH_BOARD')) return null;
    throw error;
  }
}
