import type { Board } from '../board/board.js';
import { parsePortSpec } from '../board/port-spec.js';
import { listPorts, type ListedPort } from '../link/list-ports.js';
import type { PortChoice } from './session-state.js';

/** Ports to connect to: those of the profile first, then what else is plugged in. */
export async function portChoices(board: Board): Promise<readonly PortChoice[]> {
  const listed = await listPorts();
  const own = [
    ...(board.console ? [{ port: board.console.port, device: 'console of the board file' }] : []),
    ...(board.memory ? [{ port: board.memory.gdb, device: 'memory through a debugger' }] : []),
  ];
  const choices = own.map((choice) => ({ ...choice, state: stateOf(choice.port, listed) }));
  const others = board.console ? listed.filter(({ port, path }) => !isNamed(own, port, path)) : [];
  const named = new Map(
    [
      ...choices,
      ...others.map((port) => ({
        port: port.port,
        device: port.description || port.path,
        state: serialState(port),
      })),
    ]
      .toReversed()
      .map((choice) => [choice.port, choice]),
  );
  return [...named.values()].toReversed();
}

function isNamed(own: readonly { readonly port: string }[], port: string, path: string): boolean {
  return own.some((choice) => [port, path, `serial:${path}`].includes(choice.port));
}

function stateOf(port: string, listed: readonly ListedPort[]): string {
  const spec = parsePortSpec(port);
  if (spec?.kind === 'sim') return 'simulated';
  if (spec?.kind === 'replay') return 'recorded';
  if (port.startsWith('ram:')) return 'memory image';
  if (spec?.kind !== 'serial') return '';
  const { path } = spec;
  const found = listed.find((one) => one.path === path || one.port === `serial:${path}`);
  return found ? serialState(found) : 'not there';
}

function serialState({ isAccessible, holders: [holder] }: ListedPort): string {
  if (!isAccessible) return 'denied';
  return holder ? `busy: ${holder.name} ${holder.pid}` : 'free';
}
