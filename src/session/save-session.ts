import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { planCommit } from './commit-plan.js';
import type { Evidence } from './decode-evidence.js';
import { foreignStaged, saveCapture } from './save-capture.js';
import { countNew, savePreview } from './save-preview.js';
import type { SessionContext } from './session-context.js';
import type { Trailer } from './session-event.js';
import { readSessionJournal } from './session-folder.js';
import { hashFile } from './source-trailers.js';
import { draftNow, weighNow } from './take-coverage.js';

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
  const earlier = core.state.commitId === null ? core.state.savedFile : null;
  if (earlier !== null) await unlink(join(workspace.projectRoot, earlier)).catch(() => undefined);
  const draft = await draftNow(context, evidence, dropped);
  const weight = await weighNow(context, draft);
  const preview = await savePreview(context, draft, weight);
  const path = await saveCapture(workspace.projectRoot, draft.capture);
  const trailers = await sessionTrailers(context, rawSha256);
  core.record({
    type: 'saved',
    file: path,
    trailers: trailers.map(([key, value]) => [key, value]),
  });
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
  const zeroing = events.findLast(({ type }) => type === 'zeroed' || type === 'kept-counts');
  return [
    ...(rawSha256 ? [['Raw-Dump', `sha256:${rawSha256}`] as const] : []),
    ...(board.elf === null ? [] : [['Build', `sha256:${await hashFile(board.elf)}`] as const]),
    ...(forced.size > 0 ? [['Forced', [...forced].join(', ')] as const] : []),
    ...(zeroing?.type === 'zeroed' ? [] : [['Zeroed', 'no'] as const]),
  ];
}
