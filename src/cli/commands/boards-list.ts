import { listBoards } from '../../board/find-board.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';
import { errorObject } from '../print-error.js';
import { textTable } from '../text-table.js';

/** `boards list`: every profile that is found, and where. */
export async function boardsList(context: CliContext): Promise<number> {
  const { places } = await openProject(context);
  const listings = await listBoards(places);
  if (context.json) {
    const boards = listings.map(({ name, file, origin, board, error, isShadowed }) => ({
      name,
      display_name: board?.displayName ?? null,
      origin,
      file,
      shadowed: isShadowed,
      error: error ? errorObject(error) : null,
    }));
    await context.output.data(`${JSON.stringify({ boards }, null, 2)}\n`);
    return EXIT.done;
  }
  const rows = listings.map(({ name, file, origin, board, error, isShadowed }) => [
    name,
    error ? `(${error.code})` : (board?.displayName ?? ''),
    isShadowed ? `${origin}, not used` : origin,
    file,
  ]);
  const table = textTable([['Board', 'Name', 'From', 'File'], ...rows]);
  await context.output.data(`${table.join('\n')}\n`);
  return EXIT.done;
}
