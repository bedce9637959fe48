import { printable } from '../../base/printable.js';
import { boardCommands } from '../../board/board-trust.js';
import type { Board, BoardLinux } from '../../board/board.js';
import { findBoard } from '../../board/find-board.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';
import { textTable } from '../text-table.js';

/** `boards show NAME`: one profile as it is understood. */
export async function boardsShow(context: CliContext, args: readonly string[]): Promise<number> {
  const { places } = await openProject(context);
  const board = await findBoard(args[0] ?? '', places);
  if (context.json) {
    await context.output.data(`${JSON.stringify({ board }, null, 2)}\n`);
  } else {
    await context.output.data(`${boardText(board).join('\n')}\n`);
  }
  return EXIT.done;
}

function boardText(board: Board): string[] {
  const commands = boardCommands(board);
  const { console, dump, linux, memory, zero } = board;
  const rows: [string, string][] = [
    ['Board', board.name],
    ['Name', board.displayName ?? 'none'],
    ['File', `${board.file} (${board.origin})`],
    ['Labs', board.labs.join(', ') || 'none'],
    ['Ticket', board.ticketPattern ?? 'any'],
    ['Console', console ? `${console.port}  ${serialWords(board)}` : 'none'],
    ['Dump', dump ? `sends ${JSON.stringify(dump.command)}, format ${dump.protocol}` : 'none'],
    ...(linux ? [['Linux', linuxWords(linux)] as [string, string]] : []),
    ['Memory', memory ? `${memory.gdb}, target left ${memory.afterRead}` : 'none'],
    [
      'Zero',
      zero
        ? zero.way === 'command'
          ? `sends ${JSON.stringify(zero.command)}`
          : zero.way === 'delete'
            ? 'deletes the files'
            : 'writes memory'
        : 'none',
    ],
    ['ELF', board.elf ?? 'none'],
    ['Notes', board.notes.join(', ') || 'none'],
    ...board.pathMap.map(({ from, to }): [string, string] => ['Path map', `${from} = ${to}`]),
  ];
  return [...textTable(rows), ...commands.map((command) => `! would ${printable(command)}`)];
}

function linuxWords({ directory, gcovPrefix, user }: BoardLinux): string {
  const folders = gcovPrefix === null ? directory : `${directory} and ${gcovPrefix}`;
  return `files below ${folders}${user === null ? '' : `, logs in as ${user}`}`;
}

function serialWords(board: Board): string {
  if (!board.console || !/^(serial:|\/dev\/|COM)/.test(board.console.port)) return '';
  const { baud, dataBits, parity, stopBits } = board.console;
  return `${baud} ${dataBits}${parity.slice(0, 1).toUpperCase()}${stopBits}`;
}
