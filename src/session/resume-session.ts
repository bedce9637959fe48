import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { readCapture } from '../capture/read-capture.js';
import { planCommit } from './commit-plan.js';
import { readBytes } from './find-files.js';
import { openJournal, type JournalContent } from './journal.js';
import { LiveSession } from './live-session.js';
import { readObjectFiles } from './object-files.js';
import { foreignStaged } from './save-capture.js';
import { sessionContext, sessionsRoot, type DeskOptions } from './session-setup.js';
import type { SessionContext } from './session-context.js';
import { findSessionFolder, readSessionJournal } from './session-folder.js';
import type { Step } from './session-state.js';
import { resumeRefusal } from './summarise-session.js';
import { decodeFetched } from './take-coverage.js';
import { openBoard } from './workspace.js';

/**
 * Opens a session where it stopped: what was fetched is decoded again, the link has to be made
 * anew. Errors: NO_SUCH_SESSION, SESSION_STALE, and those of the board profile.
 */
export async function resumeSession(options: DeskOptions, id: string): Promise<LiveSession> {
  const { workspace } = options;
  const folder = await findSessionFolder(await sessionsRoot(workspace), id);
  const before = await readSessionJournal(folder);
  const refusal = await resumeRefusal(before, workspace);
  if (refusal !== null) {
    throw new BenchError('SESSION_STALE', `session ${id} cannot be recorded any more`, {
      why: refusal,
      hints: [`what it fetched is in ${folder.path}`, `otto-bench sessions drop ${id} deletes it`],
    });
  }
  const [started] = before.events;
  const name = started?.type === 'started' ? started.board : '';
  const board = await openBoard(workspace, name);
  const { journal, content } = openJournal(folder.journalPath);
  const context = await sessionContext(options, board, folder, journal, content.events);
  return restore(context, content);
}

/** Brings back what is not in the journal itself. */
async function restore(context: SessionContext, { events }: JournalContent): Promise<LiveSession> {
  const { core, folder } = context;
  const takes = events.filter((event) => event.type === 'fetched' || event.type === 'snapshot');
  const last = takes.findLast((event) => event.type === 'fetched');
  let session = new LiveSession(context, null, null, takes.length);
  if (last && (last.type === 'fetched' || last.type === 'snapshot')) {
    const fetched = await readObjectFiles(join(folder.path, last.rawFile));
    const evidence = await decodeFetched(context, fetched, fetched.gaps).catch((error: unknown) => {
      if (error instanceof BenchError) return null;
      throw error;
    });
    session = new LiveSession(context, evidence, last.rawSha256 || null, takes.length);
    if (evidence) await session.showCoverage();
  }
  core.update({ step: openStep(core.state.step, core.state.coverage !== null) });
  if (core.state.savedFile !== null) await planAgain(context, events);
  return session;
}

/** Without a link the steps on the board are not open; what was fetched can be reviewed. */
function openStep(step: Step, hasCoverage: boolean): Step {
  switch (step) {
    case 'zero':
    case 'exercise':
      return 'preflight';
    case 'fetch':
    case 'review':
    case 'save':
      return hasCoverage ? step : 'preflight';
    case 'preflight':
    case 'connect':
      return 'preflight';
    case 'commit':
    case 'done':
      return step;
  }
}

async function planAgain(
  { core, workspace }: SessionContext,
  events: JournalContent['events'],
): Promise<void> {
  const saved = events.findLast((event) => event.type === 'saved');
  if (saved?.type !== 'saved') return;
  const bytes = await readBytes(join(workspace.projectRoot, saved.file));
  const item = {
    path: saved.file,
    capture: readCapture(bytes, saved.file),
    newLines: null,
    trailers: saved.trailers,
  };
  const foreign = await foreignStaged(workspace.git, [saved.file]);
  core.update({ commitPlan: planCommit([item], foreign) });
}
