import { join } from 'node:path';
import { isoSeconds } from '../base/clock.js';
import type { BuiltCapture } from '../capture/build-capture.js';
import { readStore } from '../store/read-store.js';
import { STORE_FOLDER } from '../store/store-folder.js';
import { factsOfForm } from './capture-facts.js';
import { decodeEvidence, type Evidence } from './decode-evidence.js';
import { draftCapture } from './draft-capture.js';
import { findDoubts } from './find-doubts.js';
import { writeObjectFiles, type FetchedObjects } from './object-files.js';
import { refuseUnsound } from './refuse-unsound.js';
import { reviewCoverage } from './review-coverage.js';
import { refuseEmpty } from './save-capture.js';
import type { SessionContext } from './session-context.js';
import type { CoverageSummary } from './session-state.js';
import { weighCapture, type CaptureWeight } from './weigh-capture.js';
import { doubtsSentence } from './zero-doubts.js';

/** Keeps fetched objects in the session folder; gives the folder relative to it. */
export async function keepObjects(
  { folder }: SessionContext,
  number: number,
  fetched: FetchedObjects,
): Promise<string> {
  const name = `raw/objects-${number}`;
  await writeObjectFiles(join(folder.path, name), fetched);
  return name;
}

/**
 * Fetched objects to counts; zeros that are not reliable are a warning. Errors: those of
 * decodeEvidence, DAMAGED_DUMP unless partial.
 */
export async function decodeFetched(
  { board, choices, plan }: SessionContext,
  fetched: FetchedObjects,
  gaps: readonly string[],
): Promise<Evidence> {
  const evidence = await decodeEvidence(fetched.objects, [], {
    notes: board.notes,
    plan: await plan(),
    partial: choices.isPartial,
    gaps,
  });
  if (!choices.isPartial) refuseUnsound(evidence.objects);
  const { doubts, warnings } = await findDoubts(evidence, board.elf);
  const sentence = doubtsSentence(doubts) ?? [];
  return { ...evidence, warnings: evidence.warnings.concat(warnings, sentence) };
}

/** The capture as the form has it now. Errors: those of draftCapture. */
export async function draftNow(
  context: SessionContext,
  evidence: Evidence,
  dropped: ReadonlySet<string>,
): Promise<BuiltCapture> {
  const { core, workspace, board, choices } = context;
  return draftCapture({
    git: workspace.git,
    evidence,
    facts: factsOfForm(
      core.state.form,
      board.name,
      choices.tier,
      choices.recordedAt ?? core.clock.now(),
    ),
    pathMaps: choices.pathMaps,
    workingDirectory: workspace.projectRoot,
    dropped,
  });
}

/** What a draft adds to the store as it is now. Errors: those of the store and of git. */
export async function weighNow(
  { core, workspace, settings }: SessionContext,
  draft: BuiltCapture,
  /** File of the store that would be replaced. */
  replaced: string | null = null,
): Promise<CaptureWeight> {
  const stored = (await readStore(workspace.projectRoot)).captures;
  const captures = stored.filter(({ file }) => `${STORE_FOLDER}/${file}` !== replaced);
  return weighCapture({
    git: workspace.git,
    projectRoot: workspace.projectRoot,
    settings,
    captures,
    draft: draft.capture,
    today: core.clock.now(),
  });
}

/** Coverage of what was fetched, for review. Errors: NOTHING_TO_RECORD and those above. */
export async function coverageOf(
  context: SessionContext,
  evidence: Evidence,
  chosen: ReadonlyMap<string, boolean>,
): Promise<CoverageSummary> {
  const draft = await draftNow(context, evidence, new Set());
  refuseEmpty(draft.capture, draft.warnings);
  const weight = await weighNow(context, draft);
  const takenAt = isoSeconds(context.core.clock.now());
  const { isEveryFileKept } = context.choices;
  return reviewCoverage(draft.capture, weight, takenAt, chosen, isEveryFileKept);
}
