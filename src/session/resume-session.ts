import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { isSound } from '../gcov/is-sound.js';
import type { Board } from '../board/board.js';
import { readCapture } from '../capture/read-capture.js';
import { planCommit } from './commit-plan.js';
import { kindOfPath, readBytes } from './find-files.js';
import { openJournal, type JournalContent } from './journal.js';
import { LiveSession } from './live-session.js';
import { mergedCounts } from './decode-evidence.js';
import { readingName, type PreviousReading } from './previous-reading.js';
import { readObjectFiles } from './object-files.js';
import { openingForm } from './opening-form.js';
import { foreignStaged } from './save-capture.js';
import { sessionContext, sessionsRoot, type DeskOptions } from './session-setup.js';
import type { SessionContext } from './session-context.js';
import { findSessionFolder, readSessionJournal, type SessionFolder } from './session-folder.js';
import { lockSession } from './session-lock.js';
import type { Step } from './session-state.js';
import { ReadingEpochs, type Reading } from './reading-epochs.js';
import type { SessionEvent } from './session-event.js';
import { resumeRefusal } from './summarise-session.js';
import { decodeFetched } from './take-coverage.js';
import { openBoard } from './workspace.js';

/**
 * Opens a session where it stopped: what was fetched is decoded again, the link has to be made
 * anew. Errors: NO_SUCH_SESSION, SESSION_STALE, SESSION_BUSY, and those of the board profile.
 */
export async function resumeSession(
  options: DeskOptions,
  id: string,
  /** A profile that flags differ from the one on disk. */
  profile?: Board,
): Promise<LiveSession> {
  const folder = await findSessionFolder(await sessionsRoot(options.workspace), id);
  const unlock = await lockSession(folder);
  try {
    return await reopen(options, folder, unlock, profile);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function reopen(
  options: DeskOptions,
  folder: SessionFolder,
  unlock: () => Promise<void>,
  profile?: Board,
): Promise<LiveSession> {
  const { workspace } = options;
  const { id } = folder;
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
  const board = profile ?? (await openBoard(workspace, name));
  const { journal, content } = openJournal(folder.journalPath);
  const context = await sessionContext(options, board, { folder, journal, unlock }, content.events);
  if (!content.events.some(({ type }) => type === 'form')) {
    context.core.update({ form: await openingForm(workspace.git, board) });
  }
  return restore(context, content);
}

/** Brings back what is not in the journal itself. */
async function restore(context: SessionContext, { events }: JournalContent): Promise<LiveSession> {
  const { core, folder } = context;
  const fetches = Math.max(
    0,
    ...events.map((event) => Number(/\d+$/.exec(objectsOf(event) ?? '')?.[0] ?? 0)),
  );
  const zeroed = events.findLastIndex(({ type }) => type === 'zeroed');
  const last = events.findLast((event, at) => event.type === 'fetched' && at > zeroed);
  const chosen = chosenFiles(events);
  const { epochs, fetched: reading, last: newest } = await readEpochs(folder.path, events);
  const previous = newest && (await previousReading(context, newest));
  let session = new LiveSession(context, null, null, fetches, chosen, epochs, previous);
  if (last?.type === 'fetched' && reading) {
    const fetched = await readObjectFiles(join(folder.path, last.rawFile));
    const { objects } = reading;
    const evidence = await decodeFetched(context, { ...fetched, objects }, fetched.gaps).catch(
      (error: unknown) => {
        if (error instanceof BenchError) return null;
        throw error;
      },
    );
    const sha256 = last.rawSha256 || null;
    session = new LiveSession(context, evidence, sha256, fetches, chosen, epochs, previous);
    if (evidence) await session.showCoverage();
  }
  if (core.state.savedFile !== null && core.state.commitId === null) {
    await planAgain(context, events);
  }
  const { step, coverage, savedFile } = core.state;
  core.update({ step: openStep(step, coverage !== null, savedFile !== null) });
  return session;
}

/** The folder an event keeps objects in, or null. */
function objectsOf(event: SessionEvent): string | null {
  if (event.type === 'fetched' || event.type === 'snapshot') return event.rawFile;
  return event.type === 'zeroed' ? (event.baseline ?? null) : null;
}

/** Goes through the readings of a session again, and gives what the last fetch amounted to. */
async function readEpochs(
  folder: string,
  events: readonly SessionEvent[],
): Promise<{
  readonly epochs: ReadingEpochs;
  readonly fetched: Reading | null;
  /** The newest reading since the counters began, of either kind. */
  readonly last: NewestReading | null;
}> {
  const epochs = new ReadingEpochs();
  let fetched: Reading | null = null;
  let last: NewestReading | null = null;
  for (const event of events) {
    const name = objectsOf(event);
    const objects = name === null ? [] : (await readObjectFiles(join(folder, name))).objects;
    if (event.type === 'zeroed' || event.type === 'kept-counts') {
      refuseDamaged(objects, join(folder, name ?? ''));
      epochs.begin(objects);
      last = null;
    } else if (name !== null) {
      const reading = epochs.add(objects);
      const label = event.type === 'snapshot' ? (event.label ?? null) : null;
      last = { objects: reading.objects, name: readingName(label, new Date(event.at)) };
      if (event.type === 'fetched') fetched = reading;
    }
  }
  return { epochs, fetched, last };
}

/** Without its baseline an object would count what was before it. Errors: BAD_DATA. */
function refuseDamaged(baseline: Reading['objects'], folder: string): void {
  const damaged = baseline.find((object) => !isSound(object));
  if (!damaged) return;
  throw new BenchError('BAD_DATA', `the baseline in ${folder} is damaged`, {
    why: `${printable(damaged.path)}: ${printable(damaged.reason ?? damaged.status)}`,
    hints: ['start a new session: what was counted since cannot be told any more'],
  });
}

interface NewestReading {
  readonly objects: Reading['objects'];
  readonly name: string;
}

/** What the next reading is compared with; null where it cannot be decoded any more. */
async function previousReading(
  context: SessionContext,
  { objects, name }: NewestReading,
): Promise<PreviousReading | null> {
  const fetched = { source: name, rawSha256: null, warnings: [], gaps: [], objects };
  try {
    return { name, counts: mergedCounts(await decodeFetched(context, fetched, [])) };
  } catch (error) {
    if (error instanceof BenchError) return null;
    throw error;
  }
}

/** Files the tester left out; what else was on the list then was kept. */
function chosenFiles(events: JournalContent['events']): Map<string, boolean> {
  const dropped = events.findLast((event) => event.type === 'dropped-files');
  return new Map(
    dropped?.type === 'dropped-files' ? dropped.paths.map((path) => [path, false]) : [],
  );
}

/** Without a link the steps on the board are not open; what was fetched can be reviewed. */
function openStep(step: Step, hasCoverage: boolean, isSaved: boolean): Step {
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
      if (isSaved) return step;
      return hasCoverage ? 'save' : 'preflight';
  }
}

async function planAgain(
  { core, workspace }: SessionContext,
  events: JournalContent['events'],
): Promise<void> {
  const saved = events.findLast((event) => event.type === 'saved');
  if (saved?.type !== 'saved') return;
  const path = join(workspace.projectRoot, saved.file);
  if ((await kindOfPath(path)) !== 'file') {
    core.update({ savedFile: null, message: `${saved.file} is not there any more; save it again` });
    return;
  }
  const bytes = await readBytes(path);
  const item = {
    path: saved.file,
    capture: readCapture(bytes, saved.file),
    newLines: null,
    trailers: saved.trailers,
  };
  const foreign = await foreignStaged(workspace.git, [saved.file]);
  core.update({ commitPlan: planCommit([item], foreign) });
}
