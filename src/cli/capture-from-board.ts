import { BenchError, isBenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import type { LiveSession } from '../session/live-session.js';
import { orThrow } from '../session/or-throw.js';
import { refuseContradictions } from '../session/refuse-unsound.js';
import { openDesk, startSession } from '../session/session-desk.js';
import { choicesOf, overrideBoard } from './board-override.js';
import { saidPathMaps, type CaptureJob } from './capture-job.js';
import { finishCapture } from './finish-capture.js';
import { printWarnings } from './print-warnings.js';
import { showInstructions } from './show-instructions.js';
import { showProgress } from './show-progress.js';

export interface BoardJob extends CaptureJob {
  readonly board: Board;
}

/** `capture` from a board: one bench session without a person, journalled like any other. */
export async function captureFromBoard(job: BoardJob): Promise<number> {
  const { context, workspace, flags } = job;
  const board = overrideBoard(job.board, flags, context.cwd);
  const now = flags.now ?? context.clock.now();
  const choices = {
    ...choicesOf(flags),
    tier: job.tier,
    pathMaps: saidPathMaps(job),
    recordedAt: now,
    isEveryFileKept: true,
  };
  const session = await startSession({ workspace, clock: context.clock, choices }, board);
  const stop = (): boolean => session.cancel();
  const forget = context.cleanUp.add(() => session.close());
  context.signal.addEventListener('abort', stop);
  const endInstructions = showInstructions(context.output, session);
  try {
    return await play(job, board, session);
  } finally {
    context.signal.removeEventListener('abort', stop);
    endInstructions();
    await session.close();
    forget();
    if (flags.dryRun === true) await forgetSession(job, session.state().id);
  }
}

async function play(job: BoardJob, board: Board, session: LiveSession): Promise<number> {
  const { flags } = job;
  await orThrow(session, session.preflight());
  judgePreflight(job, session);
  await orThrow(session, session.connect());
  // The journal says how far it came, should it stop here.
  await session.goTo('fetch');
  const endProgress = showProgress(job.context, session);
  try {
    await orThrow(session, session.fetch());
  } finally {
    endProgress();
  }
  session.setForm({
    ticket: job.ticket ?? '',
    note: flags.note ?? '',
    label: flags.label ?? board.displayName ?? '',
    labs: (flags.lab ?? board.labs).join(', '),
    ...(flags.testerName === undefined ? {} : { testerName: flags.testerName }),
    ...(flags.testerEmail === undefined ? {} : { testerEmail: flags.testerEmail }),
    ...(job.isManual ? {} : { testerName: '', testerEmail: '' }),
  });
  const built = await session.draft();
  refuseContradictions(built);
  const warnings = [...session.readingWarnings(), ...built.warnings];
  return finishCapture(job, built, warnings, {
    save: async () => {
      await orThrow(session, session.save());
      await session.goTo('commit');
      return session.state().savedFile ?? '';
    },
    commit: async () => {
      await orThrow(session, session.commit());
      return session.state().commitId ?? '';
    },
  });
}

/** What blocks is refused; a warning is said and written down. Of the port, connecting tells. */
function judgePreflight({ context }: BoardJob, session: LiveSession): void {
  const { checks } = session.state();
  const blocking = checks.filter(({ grade, id }) => grade === 'blocking' && id !== 'port');
  const [first] = blocking;
  if (first) {
    throw new BenchError('USAGE', `${first.label}: ${first.text}`, {
      why: first.facts.join('\n') || undefined,
      hints: first.hints,
    });
  }
  const warnings = checks.filter(({ grade }) => grade === 'warning');
  if (warnings.length === 0) return;
  printWarnings(
    context,
    warnings.map(({ label, text }) => `${label}: ${text}`),
  );
  session.forceWarnings();
}

/** A dry run leaves nothing; one that failed early may have left nothing already. */
async function forgetSession({ workspace, context }: BoardJob, id: string): Promise<void> {
  try {
    await openDesk({ workspace, clock: context.clock }).drop(id);
  } catch (error) {
    if (!isBenchError(error, 'NO_SUCH_SESSION')) throw error;
  }
}
