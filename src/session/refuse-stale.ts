import { BenchError } from '../base/bench-error.js';
import type { Capture } from '../capture/capture.js';
import { changedSources, textsThatMoved } from './changed-sources.js';
import { imageHash } from './image-hash.js';
import type { SessionContext } from './session-context.js';
import type { SessionEvent } from './session-event.js';
import { readSessionJournal } from './session-folder.js';

const SHORT_ID = 7;
const SHOWN_NAMES = 8;

/**
 * Refuses to record a capture for another commit, build or source text than the session began with:
 * its counts are of that one. A commit the session made itself does not count against it.
 * Errors: SESSION_STALE.
 */
export async function refuseStale(context: SessionContext, capture: Capture): Promise<void> {
  const { events } = await readSessionJournal(context.folder);
  const [started] = events;
  if (started?.type !== 'started') return;
  const reason =
    headReason(events, started.head, capture) ??
    (await imageReason(context, started.image)) ??
    (await sourcesReason(context, started.changed, capture));
  if (reason === null) return;
  throw new BenchError(
    'SESSION_STALE',
    `session ${context.folder.id} cannot be recorded as it is`,
    {
      why: reason.why,
      hints: [...reason.hints, `what was fetched is kept in ${context.folder.path}`],
    },
  );
}

interface Reason {
  readonly why: string;
  readonly hints: readonly string[];
}

function headReason(
  events: readonly SessionEvent[],
  startHead: string,
  { baseCommit }: Capture,
): Reason | null {
  const own = events.findLast((event) => event.type === 'committed');
  const head = own?.type === 'committed' ? own.commit : startHead;
  if (baseCommit === head || baseCommit === startHead) return null;
  const was = head.slice(0, SHORT_ID) || 'no commit';
  return {
    why: `HEAD was ${was} and is ${baseCommit.slice(0, SHORT_ID)} now; the counts are of the build of ${was}`,
    hints: head === '' ? [] : [`go back to ${was} and save again`],
  };
}

async function imageReason(
  { board }: SessionContext,
  before: string | null,
): Promise<Reason | null> {
  if (before === null || (await imageHash(board)) === before) return null;
  return {
    why: `${board.elf ?? 'the ELF'} is not the file it was when the session began`,
    hints: ['put the ELF of the build on the board back and save again'],
  };
}

/** Only files the capture names matter: what is left out can prove nothing wrong. */
async function sourcesReason(
  { workspace }: SessionContext,
  before: Extract<SessionEvent, { type: 'started' }>['changed'],
  { files }: Capture,
): Promise<Reason | null> {
  if (before === undefined) return null;
  const after = await changedSources(workspace.git, workspace.projectRoot);
  if (after === null) return null;
  const moved = textsThatMoved(before, after).filter((path) => files.has(path));
  if (moved.length === 0) return null;
  return {
    why: `edited since the session began: ${moved.slice(0, SHOWN_NAMES).join(', ')}`,
    hints: ['undo the edit or leave these files out, and save again'],
  };
}
