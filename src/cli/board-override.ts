import { resolve } from 'node:path';
import type { LoadPlace } from '../base/load-place.js';
import type { Board } from '../board/board.js';
import type { SessionChoices } from '../session/session-context.js';

/** Flags that say about a board what its profile may say otherwise. */
export interface BoardFlags {
  readonly board?: string;
  readonly port?: string;
  readonly via?: 'console' | 'memory';
  readonly timeout?: number;
  readonly notes?: readonly string[];
  readonly elf?: string;
  readonly loadAt?: LoadPlace;
  readonly partial?: boolean;
}

/** The profile with what the command line says instead. */
export function overrideBoard(board: Board, flags: BoardFlags, cwd: string): Board {
  return {
    ...board,
    elf: flags.elf === undefined ? board.elf : resolve(cwd, flags.elf),
    loadAt: flags.loadAt ?? board.loadAt,
    notes: flags.notes?.map((path) => resolve(cwd, path)) ?? board.notes,
  };
}

/** What the command line chooses for a session. */
export function choicesOf(flags: BoardFlags): Partial<SessionChoices> {
  return {
    port: flags.port ?? null,
    way: flags.via ?? null,
    timeoutMs: flags.timeout ?? null,
    isPartial: flags.partial === true,
  };
}
