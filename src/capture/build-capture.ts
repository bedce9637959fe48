import { isoSeconds } from '../base/clock.js';
import type { BuildLine } from '../gcov/file-counts.js';
import type { Git } from '../git/git.js';
import { readHead } from '../git/read-head.js';
import { readStatus } from '../git/read-status.js';
import { readTree } from '../git/read-tree.js';
import type { Capture, CapturedFile } from './capture.js';
import { captureWarnings } from './capture-warnings.js';
import { checkTarget, type CheckedTarget } from './check-target.js';
import { gatherTargets } from './gather-targets.js';
import type { PathMap } from './path-map.js';
import { placeLines } from './place-lines.js';
import { readChanges } from './read-changes.js';
import { resolveSources } from './resolve-sources.js';
import type { SkippedSource } from './skipped-source.js';
import type { SourceCounts } from './source-counts.js';

/** Everything a capture says beside the counts. */
export interface CaptureFacts {
  readonly tier: string;
  readonly board: string;
  readonly labs: readonly string[];
  readonly tester: Capture['tester'];
  readonly ticket: string | null;
  readonly note: string | null;
  readonly displayName: string | null;
  readonly now: Date;
}

export interface BuildCaptureOptions {
  /** Opened at the project root. */
  readonly git: Git;
  readonly sources: readonly SourceCounts[];
  readonly facts: CaptureFacts;
  readonly pathMaps?: readonly PathMap[];
  /** What relative paths of a tracefile are meant from; the project root without it. */
  readonly workingDirectory?: string;
}

export interface BuiltCapture {
  readonly capture: Capture;
  readonly skipped: readonly SkippedSource[];
  /** The prefix that was found to be the project, when sources were compiled elsewhere. */
  readonly discovered: PathMap | null;
  /** Executed lines of the working tree that HEAD does not have, by path; they are not recorded. */
  readonly dropped: ReadonlyMap<string, readonly BuildLine[]>;
  /** What was left out, in words, with counts. */
  readonly warnings: readonly string[];
}

/**
 * Anchors the counts of a build to HEAD: each source becomes a file of the project, each line of a
 * file that was edited since becomes the line of the commit it still is, or is dropped. Runs at
 * most five git processes, three when the captured files are as committed.
 * Errors: NO_COMMIT_YET, and those of `Git.run`.
 */
export async function buildCapture(options: BuildCaptureOptions): Promise<BuiltCapture> {
  const { git, facts } = options;
  const head = await readHead(git);
  const tree = await readTree(git);
  const status = await readStatus(git);
  const projectRoot = `${head.toplevel}/${head.prefix}`.replace(/\/+$/, '') || '/';
  const { resolved, skipped, discovery } = await resolveSources(options.sources, {
    projectRoot,
    workingDirectory: options.workingDirectory ?? projectRoot,
    pathMaps: options.pathMaps ?? [],
    treeNames: new Set(tree.keys()),
  });
  const refused: SkippedSource[] = [...skipped];
  const checked: CheckedTarget[] = [];
  for (const target of gatherTargets(resolved)) {
    const result = await checkTarget(target, tree, projectRoot);
    if ('reason' in result) refused.push(result);
    else checked.push(result);
  }
  const changes = await readChanges(git, head, checked);
  const files = new Map<string, CapturedFile>();
  const dropped = new Map<string, readonly BuildLine[]>();
  for (const one of checked) {
    const placed = placeLines(one, changes.get(one.target.path) ?? null);
    if ('reason' in placed) refused.push(placed);
    else {
      files.set(one.target.path, placed.file);
      if (placed.dropped.length > 0) dropped.set(one.target.path, placed.dropped);
    }
  }
  const capture: Capture = {
    tier: facts.tier,
    baseCommit: head.commit,
    dirtyRemap: status.length > 0 || [...changes.values()].some(({ isEdited }) => isEdited),
    capturedAt: isoSeconds(facts.now),
    tester: facts.tester,
    ticket: facts.ticket,
    note: facts.note,
    labs: facts.labs,
    board: facts.board,
    displayName: facts.displayName,
    files,
  };
  const discovered = discovery.kind === 'found' ? discovery.map : null;
  return {
    capture,
    skipped: refused,
    discovered,
    dropped,
    warnings: captureWarnings(refused, dropped),
  };
}
