import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { Board } from '../board/board.js';
import type { LiveSession } from '../session/live-session.js';
import { resumeSession } from '../session/resume-session.js';
import { allSessions, startSession } from '../session/session-desk.js';
import type { DeskOptions } from '../session/session-setup.js';
import type { SnapshotDifference, Step } from '../session/session-state.js';
import { lineWords, rangeWords, sinceWords } from '../session/snapshot-difference.js';
import { openBoard } from '../session/workspace.js';
import { choicesOf, overrideBoard, type BoardFlags } from './board-override.js';
import type { CliContext } from './cli-context.js';
import { EXIT } from './exit-code.js';
import { openProject } from './open-project.js';
import { printWarnings } from './print-warnings.js';

/** A capture was written: what comes now is of another piece of evidence. */
const OVER: ReadonlySet<Step> = new Set<Step>(['commit', 'done']);
const MOST_LABEL_CHARACTERS = 200;

/**
 * `snapshot --label L`: reads the counters into the session of the board that is going on, or a new
 * one, and says which lines are hit that were not at the snapshot before.
 */
export async function labelledSnapshot(
  context: CliContext,
  flags: BoardFlags,
  label: string,
): Promise<number> {
  if (flags.board === undefined) throw new BenchError('USAGE', 'which board? --board NAME');
  if (label.trim() === '' || label.length > MOST_LABEL_CHARACTERS) {
    throw new BenchError('USAGE', `a label has 1 to ${MOST_LABEL_CHARACTERS} characters`);
  }
  const workspace = await openProject(context);
  const board = overrideBoard(await openBoard(workspace, flags.board), flags, context.cwd);
  const options = { workspace, clock: context.clock, choices: choicesOf(flags) };
  const session = await openSession(options, board);
  const forget = context.cleanUp.add(() => session.close());
  const stop = (): void => void session.cancel();
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    const done = (await session.connect()) && (await session.snapshot(label));
    const { difference, error, id } = session.state();
    if (!done || !difference) {
      throw error ?? new BenchError('CANCELLED', 'the snapshot was stopped');
    }
    await print(context, id, difference, session.readingWarnings());
    return EXIT.done;
  } finally {
    context.signal.removeEventListener('abort', stop);
    await session.close();
    forget();
  }
}

/** The newest session of the board that may still be recorded, else a new one. */
async function openSession(options: DeskOptions, board: Board): Promise<LiveSession> {
  const sessions = await allSessions(options.workspace);
  const open = sessions
    .filter((one) => one.board === board.name && one.refusal === null && !OVER.has(one.step))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
    .at(-1);
  return open ? resumeSession(options, open.id, board) : startSession(options, board);
}

async function print(
  context: CliContext,
  session: string,
  difference: SnapshotDifference,
  warnings: readonly string[],
): Promise<void> {
  const { label, since, hitLines, newLines, files } = difference;
  if (context.json) {
    const lines = Object.fromEntries(files.map(({ path, ranges }) => [path, ranges]));
    const json = { session, label, since, hit_lines: hitLines, new_lines: newLines };
    await context.output.data(`${JSON.stringify({ ...json, files: lines, warnings }, null, 2)}\n`);
    return;
  }
  printWarnings(context, warnings);
  const text = [
    `session ${session}, snapshot "${printable(label ?? '')}"`,
    `${lineWords(newLines)} newly hit${sinceWords(difference)}, ${hitLines} in all`,
    ...files.map(({ path, ranges }) => `  ${printable(path)}  ${rangeWords(ranges)}`),
  ];
  await context.output.data(`${text.join('\n')}\n`);
}
