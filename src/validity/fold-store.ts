import { isoSeconds } from '../base/clock.js';
import type { Git } from '../git/git.js';
import type { Settings } from '../settings/settings.js';
import type { StoredCapture } from '../store/stored-capture.js';
import { supersede, type Selection } from '../store/supersede.js';
import { ageOf } from './ageing.js';
import { excludedLines } from './exclusions.js';
import { LineFold } from './fold-lines.js';
import { judgeFile, loseFile, type FileJudgement } from './judge-file.js';
import type { NowTree } from './now-tree.js';
import { withWorkTree, type OpenTree } from './open-tree.js';
import { resolveCaptures, type Resolution, type Resolved } from './resolve-captures.js';
import type { NowLine, Run, ValidityReport } from './validity-report.js';
import { ageWarnings, baseWarnings, fileWarning, supersedeWarnings } from './warnings.js';

export interface FoldOptions {
  readonly git: Git;
  /** Absolute path of the folder that owns `.otto`; git stands in it. */
  readonly projectRoot: string;
  readonly captures: readonly StoredCapture[];
  readonly settings: Settings;
  readonly tree: 'worktree';
  readonly today: Date;
}

/**
 * What a store is worth for the tree as it is now: every line of every counting capture is valid
 * there, or lost with a cause. Nothing in the repository is written. At most six git processes,
 * three when the tree is clean and all base commits are there, whatever the size of the store.
 * Errors: those of `Git.run`, among them NOT_A_REPOSITORY.
 */
export async function foldStore(options: FoldOptions): Promise<ValidityReport> {
  const spawnsBefore = options.git.spawns;
  const selection = supersede(options.captures);
  const runs = selection.selected.map((stored, id) => runOf(stored, id, options));
  const { git, projectRoot, captures } = options;
  const asked = {
    paths: captures.flatMap(({ capture }) => [...capture.files.keys()]),
    likelyFormat: captures.some(isSha256) ? ('sha256' as const) : ('sha1' as const),
  };
  const folded = await withWorkTree({ git, projectRoot, ...asked }, (tree) =>
    foldTree(options, selection, runs, tree),
  );
  return {
    today: isoSeconds(options.today),
    selected: selection.selected.map(({ file }) => file),
    superseded: selection.superseded.map(({ file }) => file),
    runs,
    ...folded,
    gitSpawns: options.git.spawns - spawnsBefore,
  };
}

async function foldTree(
  options: FoldOptions,
  { selected, superseded }: Selection,
  runs: readonly Run[],
  tree: OpenTree,
): Promise<Pick<ValidityReport, 'files' | 'lost' | 'warnings'>> {
  const captures = [...selected, ...superseded];
  const resolution = await resolveCaptures({ ...tree, git: options.git, captures });
  const runByCapture = new Map(selected.map((stored, index) => [stored, runs[index]]));
  const fold = new LineFold();
  const warnings: string[] = [];
  const replaced: { readonly one: Resolved; readonly judged: FileJudgement }[] = [];
  for (const one of resolution.files) {
    const judged = await judge(one, resolution, tree.now);
    const run = runByCapture.get(one.stored);
    if (run === undefined) replaced.push({ one, judged });
    else {
      const { placement } = one;
      const nowPath = placement.kind === 'placed' ? placement.path : one.path;
      fold.add(run, one.path, nowPath, one.file, judged);
      if (judged.warning !== null) warnings.push(fileWarning(one, judged.warning));
    }
  }
  const excluded = new Map<string, readonly NowLine[]>();
  for (const path of fold.paths()) {
    const bytes = tree.now.files.has(path) ? await tree.now.bytesOf(path) : null;
    excluded.set(path, bytes ? excludedLines(bytes, options.settings.exclusionMarkers) : []);
  }
  const rules = {
    tiers: options.settings.tiers.map(({ name }) => name),
    excludedOf: (path: string) => excluded.get(path) ?? [],
  };
  return {
    ...fold.settle(runs, rules),
    warnings: [
      ...baseWarnings(resolution.missingBases, tree.layout.isShallow),
      ...resolution.warnings,
      ...ageWarnings(runs, options.settings, options.today),
      ...supersedeWarnings(replaced, fold),
      ...warnings,
    ],
  };
}

async function judge(
  { file, placement }: Resolved,
  resolution: Resolution,
  now: NowTree,
): Promise<FileJudgement> {
  if (placement.kind === 'lost') return loseFile(placement.cause, placement.reason);
  const { oldId, newId, path } = placement;
  const newBytes = resolution.contentOf(newId) ?? (await now.bytesOf(path));
  const isChanged = oldId !== newId;
  return judgeFile(file, {
    oldBytes: isChanged ? resolution.contentOf(oldId) : newBytes,
    newBytes,
    hunks: isChanged ? resolution.hunksOf(oldId, newId) : [],
    isChanged,
  });
}

function isSha256({ capture }: StoredCapture): boolean {
  return capture.baseCommit.length === 64;
}

function runOf({ file, capture }: StoredCapture, id: number, options: FoldOptions): Run {
  const tier = options.settings.tiers.find(({ name }) => name === capture.tier);
  return {
    id,
    file,
    ticket: capture.ticket,
    board: capture.board,
    label: capture.displayName || capture.board || capture.tier,
    tier: capture.tier,
    baseCommit: capture.baseCommit,
    capturedAt: capture.capturedAt,
    isAging: ageOf(capture.capturedAt, tier?.maxAgeDays ?? null, options.today) === 'aging',
    dirtyRemap: capture.dirtyRemap,
  };
}
