import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import type { CounterPlan } from '../image/counter-plan.js';
import type { BoardConnection, TakeOptions } from '../session/board-connection.js';
import { connectBoard } from '../session/connect-board.js';
import { readPlan } from '../session/decode-evidence.js';
import { DEFAULT_CHOICES } from '../session/session-context.js';
import { openBoard } from '../session/workspace.js';
import { choicesOf, overrideBoard, type BoardFlags } from './board-override.js';
import type { CliContext } from './cli-context.js';
import { openProject } from './open-project.js';

/** A connected board, for a command that is no bench session. */
export interface BoardAtHand {
  readonly board: Board;
  readonly connection: BoardConnection;
  readonly plan: CounterPlan | null;
  readonly take: TakeOptions;
}

/**
 * Connects to the board of `--board`, works with it and lets go of it on every way out. Raw bytes
 * go to `rawFolder`, or to a folder that is removed when the work succeeded.
 */
export async function withBoard<Result>(
  context: CliContext,
  flags: BoardFlags,
  rawFolder: string | null,
  work: (atHand: BoardAtHand) => Promise<Result>,
): Promise<Result> {
  if (flags.board === undefined) {
    throw new BenchError('USAGE', 'which board? --board NAME', {
      hints: ['otto-bench boards list shows the profiles'],
    });
  }
  const workspace = await openProject(context);
  const profile = await openBoard(workspace, flags.board);
  const board = overrideBoard(profile, flags, context.cwd);
  const choices = { ...DEFAULT_CHOICES, ...choicesOf(flags) };
  const plan = board.elf === null ? null : await readPlan(board.elf, board.loadAt);
  const { signal } = context;
  const connection = await connectBoard(
    { board, workspace, choices, plan: () => Promise.resolve(plan) },
    null,
    signal,
    {
      onBytes: () => undefined,
      onText: () => undefined,
      onLost: () => undefined,
      onInstructions: (lines) => lines.forEach((line) => context.output.note(line)),
    },
  );
  const forget = context.cleanUp.add(() => connection.close());
  const folder = rawFolder ?? (await mkdtemp(join(tmpdir(), 'otto-bench-raw-')));
  try {
    const take = { rawFolder: folder, signal, onProgress: () => undefined };
    const result = await work({ board, connection, plan, take });
    if (rawFolder === null) await rm(folder, { recursive: true, force: true });
    return result;
  } finally {
    await connection.close();
    forget();
  }
}
