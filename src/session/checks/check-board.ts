import type { Board } from '../../board/board.js';
import { parsePortSpec } from '../../board/port-spec.js';
import { readPortFacts } from '../../link/port-facts.js';
import type { CheckResult } from './check.js';

/** The profile itself: how it reaches the board. */
export function checkBoardFile(board: Board): Promise<CheckResult> {
  const ways = [
    board.dump && board.console ? `console dump over ${board.console.port}` : null,
    board.linux && board.console
      ? `files below ${board.linux.directory} over ${board.console.port}`
      : null,
    board.memory ? `memory over ${board.memory.gdb}` : null,
  ].filter((way) => way !== null);
  const ticket = board.ticketPattern === null ? [] : [`tickets match ${board.ticketPattern}`];
  const facts = [board.file, ...ways, ...ticket];
  if (ways.length > 0) return Promise.resolve({ grade: 'ok', text: board.file, facts });
  return Promise.resolve({
    grade: 'blocking',
    text: 'the board file names no way to get counters off the board',
    facts,
    hints: ['add [dump] with the command that prints them, or [memory] with a GDB port'],
  });
}

/** The port is there, free and may be opened. */
export async function checkPort(board: Board, port: string | null): Promise<CheckResult> {
  const name = port ?? board.console?.port ?? board.memory?.gdb ?? '';
  const spec = parsePortSpec(name);
  switch (spec?.kind) {
    case 'serial':
      return checkSerial(spec.path);
    case 'sim':
      return { grade: 'ok', text: 'simulated board' };
    case 'unix':
      return checkExists(spec.path, 'start the program that listens there');
    case 'replay':
      return checkExists(spec.file, 'name the log that was recorded');
    case 'tcp':
    case 'telnet':
    case 'exec':
    case undefined:
      return { grade: 'ok', text: name };
  }
}

async function checkSerial(path: string): Promise<CheckResult> {
  const facts = await readPortFacts(path);
  if (!facts.exists) {
    return {
      grade: 'blocking',
      text: `${path} is not there`,
      hints: ['plug the board in', 'otto-bench ports lists what is connected'],
    };
  }
  if (!facts.isAccessible) {
    const group = facts.group ?? '?';
    return {
      grade: 'blocking',
      text: `${path} may not be opened`,
      facts: [`it belongs to group ${group}`],
      hints:
        facts.isGroupWritable && !facts.isInGroup
          ? [`sudo usermod -aG ${group} "$USER"   then log out and in again`]
          : [],
    };
  }
  const holder = facts.holders[0];
  if (holder) {
    return {
      grade: 'warning',
      text: `${path} is open in ${holder.name} (process ${holder.pid})`,
      hints: [`end ${holder.name}: two readers each get half of the bytes`],
    };
  }
  return { grade: 'ok', text: `${path} is free` };
}

async function checkExists(path: string, hint: string): Promise<CheckResult> {
  const { exists } = await readPortFacts(path);
  return exists
    ? { grade: 'ok', text: path }
    : { grade: 'blocking', text: `${path} is not there`, hints: [hint] };
}
