import { BenchError } from '../../base/bench-error.js';
import { printable } from '../../base/printable.js';
import { boardCommands, trustBoard } from '../../board/board-trust.js';
import { findBoard } from '../../board/find-board.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';

/** `boards trust NAME`: remembers the yes to the commands of a profile, as they are now. */
export async function boardsTrust(context: CliContext, args: readonly string[]): Promise<number> {
  const { places, projectRoot, trustFile } = await openProject(context);
  const board = await findBoard(args[0] ?? '', places);
  const commands = boardCommands(board);
  const needsTrust = board.origin === 'repository' && commands.length > 0;
  if (needsTrust && trustFile === null) {
    throw new BenchError(
      'FILE_UNWRITABLE',
      'there is no configuration folder to remember this in',
      {
        hints: ['set HOME or XDG_CONFIG_HOME'],
      },
    );
  }
  if (needsTrust && trustFile !== null) await trustBoard(trustFile, board, projectRoot);
  if (context.json) {
    await context.output.data(
      `${JSON.stringify({ board: board.name, trusted: needsTrust, commands }, null, 2)}\n`,
    );
  } else if (needsTrust) {
    await context.output.data(
      `${board.name} may now:\n${commands.map((command) => `  ${printable(command)}\n`).join('')}` +
        'A change of the file takes that back.\n',
    );
  } else {
    await context.output.data(`${board.name} needs no trust: it runs nothing of the repository.\n`);
  }
  return EXIT.done;
}
