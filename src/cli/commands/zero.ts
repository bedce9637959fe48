import { printable } from '../../base/printable.js';
import type { BoardFlags } from '../board-override.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { withBoard } from '../with-board.js';

/** `zero`: sets the counters of a board to zero and reads them back. */
export async function zero(
  context: CliContext,
  _args: readonly string[],
  flags: BoardFlags,
): Promise<number> {
  const { words } = await withBoard(context, flags, null, ({ connection, take }) =>
    connection.zero(take),
  );
  const text = context.json
    ? JSON.stringify({ board: flags.board, result: words }, null, 2)
    : words.map(printable).join('\n');
  await context.output.data(`${text}\n`);
  return EXIT.done;
}
