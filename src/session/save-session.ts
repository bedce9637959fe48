import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { planCommit } from './commit-plan.js';
import { readTree } from '../git/read-tree.js';
import type { Evidence } from './decode-evidence.js';
import { earlierFile } from './earlier-file.js';
import { refuseStale } from './refuse-stale.js';
import { foreignStaged, saveCapture } from './save-capture.js';
import { countNew, savePreview } from './save-preview.js';
import type { SessionContext } from './session-context.js';
import type { SessionEvent, Trailer } from './session-event.js';
import { readSessionJournal } from './session-folder.js';
import { hashFile } from './source-trailers.js';
import { draftNow, weighNow } from './take-coverage.js';
import type { Workspace } from './workspace.js';

/**
 * Writes the capture, journals it and plans the commit. A file this session wrote before and did
 * not commit is replaced. Errors: NOTHING_TO_RECORD and those of the store and of git.
 */
export async function saveSession(
  context: SessionContext,
  evidence: Evidence,
  dropped: ReadonlySet<string>,
  rawSha256: string | null,
): Promise<void> {
  const { core, workspace } = context;
  const draft = await draftNow(context, evidence, dropped);
  await refuseStale(context, draft.capture);
  const earlier = earlierFile(core.state);
  const weight = await weighNow(context, draft, earlier);
  const preview = await savePreview(context, draft, weight);
  const path = await saveCapture(workspace.projectRoot, draft.capture);
  const trailers = await sessionTrailers(context, rawSha256);
  core.record({
    type: 'saved',
    file: path,
    trailers: trailers.map(([key, value]) => [key, value]),
  });
  // Only now: whatever happens before, one of the two is in the store.
  if (earlier !== null && earlier !== path) await removeUncommitted(workspace, earlier);
  const item = { path, capture: draft.capture, newLines: countNew(weight), trailers };
  const foreign = await foreignStaged(workspace.git, [path]);
  core.update({ preview: { ...preview, file: path }, commitPlan: planCommit([item], foreign) });
}

/** What ties the evidence to this session: raw dump, build, forced checks, counts kept. */
async function sessionTrailers(
  { folder, board }: SessionContext,
  rawSha256: string | null,
): Promise<readonly Trailer[]> {
  const { events } = await readSessionJournal(folder);
  const forced = new Set(events.flatMap((event) => (event.type === 'forced' ? event.checks : [])));
  const taken = events.findLastIndex(({ type }) => type === 'fetched' || type === 'snapshot');
  const zeroing = events
    .slice(0, Math.max(0, taken))
    .findLast((event) => event.type === 'zeroed' || event.type === 'kept-counts');
  return [
    ...(rawSha256 ? [['Raw-Dump', `sha256:${rawSha256}`] as const] : []),
    ...(board.elf === null ? [] : [['Build', `sha256:${await hashFile(board.elf)}`] as const]),
    ...(forced.size > 0 ? [['Forced', [...forced].join(', ')] as const] : []),
    ...(zeroing?.type === 'zeroed' ? zeroedTrailer(zeroing) : [['Zeroed', 'no'] as const]),
  ];
}

function zeroedTrailer({
  isSure,
  baseline,
}: Extract<SessionEvent, { type: 'zeroed' }>): readonly Trailer[] {
  if (baseline !== undefined) return [['Zeroed', 'baseline']];
  return isSure === false ? [['Zeroed', 'counting again when read back']] : [];
}

/** A file somebody committed by hand meanwhile is evidence, and stays. */
async function removeUncommitted({ git, projectRoot }: Workspace, path: string): Promise<void> {
  if ((await readTree(git)).has(path)) return;
  await unlink(join(projectRoot, path)).catch(() => undefined);
}
