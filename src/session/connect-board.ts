import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import { parseMemorySpec, parsePortSpec } from '../board/port-spec.js';
import { createLink } from '../link/create-link.js';
import { createMemorySource } from '../link/create-memory-source.js';
import type { Link } from '../link/link.js';
import { makeGdbDoor } from '../link/make-gdb-door.js';
import type { MemorySource } from '../link/memory-source.js';
import { PortMemory } from '../link/port-memory.js';
import type { BoardConnection, ConnectionEvents, Way } from './board-connection.js';
import { consoleScreen } from './console-screen.js';
import {
  linuxBoard,
  linuxPassword,
  logInto,
  withoutSecret,
  type LinuxBoard,
  type ScreenGate,
} from './linux-board.js';
import { OpenBoard } from './open-board.js';
import type { SessionChoices, SessionContext } from './session-context.js';

const PROMPT_TIMEOUT_MS = 1_000;

/** How a board is to be reached: its console, its memory, or both. */
interface Route {
  readonly way: Way;
  readonly consolePort: string | null;
  readonly memoryPort: string | null;
}

/**
 * Connects to a board. The console is opened when the profile has one (and is left alone when only
 * memory is asked for, since opening a port can reset a board); memory is reached when it is read.
 * Errors: those of the link and of the memory source, USAGE when the profile has no such way.
 */
export async function connectBoard(
  context: Pick<SessionContext, 'board' | 'workspace' | 'choices' | 'plan'>,
  port: string | null,
  signal: AbortSignal,
  events: ConnectionEvents,
  /** Devices opened before, for one that was plugged in anew. */
  known = new PortMemory(),
): Promise<BoardConnection> {
  const { board, choices } = context;
  const route = routeOf(board, choices, port ?? choices.port);
  const baseFolder = context.workspace.projectRoot;
  const door = route.memoryPort === null ? null : makeGdbDoor(route.memoryPort, baseFolder);
  const memoryOf = (): MemorySource => {
    if (route.memoryPort === null) throw noWay(board, 'memory');
    const timeoutMs = choices.timeoutMs ?? board.memory?.timeoutMs ?? 5_000;
    const instruct = events.onInstructions;
    const options = { ...board.memory, baseFolder, timeoutMs, instruct, door };
    return createMemorySource(route.memoryPort, options);
  };
  const words: string[] = [];
  let link: Link | null = null;
  let linux: LinuxBoard | null = null;
  const gate: ScreenGate = { isShut: false };
  if (route.consolePort !== null) {
    const password = linuxPassword(board, context.workspace.env);
    const made = createLink(route.consolePort, { ...board.console, baseFolder, known });
    link = withoutSecret(made, password);
    if (route.way === 'console') linux = linuxBoard(board, link, password, choices.timeoutMs, gate);
    words.push(...(await openConsole(link, board, signal, gated(events, gate))));
    if (linux) words.push(await loggedIn(linux, signal));
  } else {
    try {
      words.push(...(await lookAtMemory(memoryOf(), signal)));
    } catch (error) {
      await door?.close();
      throw error;
    }
  }
  return new OpenBoard({ context, way: route.way, link, linux, memoryOf, door, words });
}

function routeOf(board: Board, choices: SessionChoices, port: string | null): Route {
  const isBoardMemory = port === board.memory?.gdb && port !== board.console?.port;
  const isMemoryPort = port !== null && (isBoardMemory || isMemoryForm(port));
  const isMemoryOnly = isMemoryPort || choices.way === 'memory' || !board.console;
  if (isMemoryOnly) {
    if (!board.memory && port === null) throw noWay(board, 'memory');
    return { way: 'memory', consolePort: null, memoryPort: port ?? board.memory?.gdb ?? null };
  }
  const consolePort = port ?? board.console?.port ?? null;
  const way = choices.way ?? (board.dump || board.linux || !board.memory ? 'console' : 'memory');
  if (way === 'console' && !board.dump && !board.linux) throw noWay(board, 'dump');
  return { way, consolePort, memoryPort: board.memory?.gdb ?? null };
}

/** Written as only memory can be: `mi:`, `openocd:…`, `paste:…`, `ram:…`. */
function isMemoryForm(port: string): boolean {
  return parsePortSpec(port) === null && parseMemorySpec(port) !== null;
}

async function loggedIn(linux: LinuxBoard, signal: AbortSignal): Promise<string> {
  try {
    return await logInto(linux, signal);
  } catch (error) {
    await linux.link.close();
    throw error;
  }
}

/** While the gate is shut, the console is for logs only. */
function gated(events: ConnectionEvents, gate: ScreenGate): ConnectionEvents {
  return {
    ...events,
    onText: (bytes) => {
      if (!gate.isShut) events.onText(bytes);
    },
  };
}

/** Opens the console, waits as the profile says, and looks for the prompt where one is known. */
async function openConsole(
  link: Link,
  board: Board,
  signal: AbortSignal,
  events: ConnectionEvents,
): Promise<readonly string[]> {
  const { settleMs = 0, prompt = null, newline = '\r' } = board.console ?? {};
  let text = '';
  const show = consoleScreen(link.name, events.onText);
  link.subscribe((event) => {
    if (event.type === 'bytes') {
      if (text.length < 4096) text += Buffer.from(event.bytes).toString('latin1');
      events.onBytes(event.bytes);
      show(event.bytes);
    } else if (event.type === 'lost') events.onLost(event.error.why ?? event.error.message);
  });
  try {
    await link.open(signal);
    await pause(settleMs, signal);
    // Some things to be warned of show with the first bytes only.
    const words = (): string[] => [`${link.name} opened`, ...(link.warnings ?? [])];
    if (prompt === null) return words();
    await link.write(Buffer.from(newline), signal);
    for (let waitedMs = 0; waitedMs < PROMPT_TIMEOUT_MS && !text.includes(prompt); waitedMs += 20) {
      await pause(20, signal);
    }
    const answer = text.includes(prompt) ? 'the board shows its prompt' : 'no prompt came yet';
    return [...words(), answer];
  } catch (error) {
    await link.close();
    throw error;
  }
}

/** Attaches and detaches once: whether anybody is there shows now, not after the bench work. */
async function lookAtMemory(source: MemorySource, signal: AbortSignal): Promise<readonly string[]> {
  try {
    await source.open(signal);
    const state = `the target ${source.wasRunning ? 'runs' : 'is halted'}`;
    return [source.found === undefined ? `${source.name} answers, ${state}` : source.found];
  } finally {
    await source.close();
  }
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  if (durationMs <= 0) return;
  await sleep(durationMs, undefined, { signal }).catch(() => {
    throw new BenchError('CANCELLED', 'connecting was cancelled');
  });
}

/** The profile does not have what was asked for. */
function noWay(board: Board, table: 'dump' | 'memory'): BenchError {
  return new BenchError('USAGE', `board ${board.name} has no [${table}] table`, {
    why: `${board.file} does not say how to ${table === 'dump' ? 'make the board print its counters' : 'reach its memory'}`,
    hints: ['boards/README.md explains every key'],
  });
}
