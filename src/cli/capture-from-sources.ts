import { BenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import type { CaptureFacts } from '../capture/build-capture.js';
import { readIdentity } from '../git/read-identity.js';
import { testerOf } from '../session/capture-facts.js';
import { decodeEvidence, readPlan } from '../session/decode-evidence.js';
import { findDoubts } from '../session/find-doubts.js';
import { draftCapture } from '../session/draft-capture.js';
import { readSources } from '../session/read-sources.js';
import { planCommit } from '../session/commit-plan.js';
import {
  commitEvidence,
  foreignStaged,
  refuseEmpty,
  saveCapture,
} from '../session/save-capture.js';
import { countNew } from '../session/save-preview.js';
import { sourceTrailers } from '../session/source-trailers.js';
import { pathMapsOf, type CaptureJob } from './capture-job.js';
import { finishCapture } from './finish-capture.js';
import { refuseContradictions, refuseUnsound } from '../session/refuse-unsound.js';
import { doubtsSentence } from '../session/zero-doubts.js';

export interface SourcesJob extends CaptureJob {
  readonly board: Board | null;
  readonly boardName: string;
  readonly sources: readonly string[];
}

/** `capture --from`: evidence out of files somebody else fetched. */
export async function captureFromSources(job: SourcesJob): Promise<number> {
  const { context, workspace, flags, board } = job;
  const pathMaps = pathMapsOf(job, board);
  const elf = flags.elf ?? board?.elf ?? null;
  const loadAt = flags.loadAt ?? board?.loadAt;
  // The profile's ELF is not asked for where counts come decoded.
  const isMemory = job.sources.some((source) => source.startsWith('ram:'));
  const memoryPlan = isMemory && elf !== null ? await readPlan(elf, loadAt) : null;
  const content = await readSources(job.sources, memoryPlan, {
    signal: context.signal,
    onWait: (sentence) => context.output.note(sentence),
  });
  const hasObjects = content.objects.length > 0;
  if (!hasObjects && content.counts.length === 0) {
    throw new BenchError('NOTHING_TO_RECORD', 'the sources hold no counters', {
      why: content.warnings.join('\n') || undefined,
    });
  }
  const plan = memoryPlan ?? (hasObjects && elf !== null ? await readPlan(elf, loadAt) : null);
  const evidence = await decodeEvidence(content.objects, content.counts, {
    notes: [...(flags.notes ?? board?.notes ?? []), ...content.noteFolders],
    plan,
    partial: flags.partial === true,
    gaps: content.gaps,
  });
  if (flags.partial !== true) refuseUnsound(evidence.objects);
  const built = await draftCapture({
    git: workspace.git,
    evidence,
    facts: await factsOf(job),
    pathMaps,
    workingDirectory: context.cwd,
  });
  const { doubts, warnings: unread } = await findDoubts(evidence, hasObjects ? elf : null);
  const warnings = [
    ...content.warnings,
    ...evidence.warnings,
    ...built.warnings,
    ...unread,
    ...[doubtsSentence(doubts, new Set(built.skipped.map(({ path }) => path))) ?? []].flat(),
  ];
  refuseContradictions(built);
  refuseEmpty(built.capture, warnings);
  const trailers = await sourceTrailers(job.sources, hasObjects ? elf : null, content.streamSha256);
  const { capture } = built;
  const { git, projectRoot } = workspace;
  return finishCapture(job, built, warnings, {
    save: () => saveCapture(projectRoot, capture),
    commit: async (path, weight) => {
      const item = { path, capture, newLines: countNew(weight), trailers };
      const plan = planCommit([item], await foreignStaged(git, [path]));
      return commitEvidence(git, plan.paths, plan.message);
    },
  });
}

async function factsOf(job: SourcesJob): Promise<CaptureFacts> {
  const { context, workspace, flags, board } = job;
  const said = { name: flags.testerName, email: flags.testerEmail };
  return {
    tier: job.tier,
    board: job.boardName,
    labs: flags.lab ?? board?.labs ?? [],
    tester: job.isManual ? testerOf(said, await readIdentity(workspace.git)) : null,
    ticket: job.ticket,
    note: flags.note ?? null,
    displayName: flags.label ?? board?.displayName ?? null,
    now: flags.now ?? context.clock.now(),
  };
}
