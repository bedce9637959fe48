import type { Capture } from '../capture/capture.js';
import type { Git } from '../git/git.js';
import type { Settings } from '../settings/settings.js';
import type { StoredCapture } from '../store/stored-capture.js';
import { captureFileName } from '../store/capture-file-name.js';
import { foldStore } from '../validity/fold-store.js';
import type { FileVerdict, ValidityReport } from '../validity/validity-report.js';

/** What a capture that is not written yet would add to the store. */
export interface CaptureWeight {
  /** Name the file would have in the store. */
  readonly file: string;
  readonly hitLines: number;
  /** By path: lines with credit that no valid evidence gives now. */
  readonly newLines: ReadonlyMap<string, readonly number[]>;
  /**
   * Paths as captured that prove something once this capture is in the store and has replaced what
   * it replaces; leaving one of them out would lose evidence.
   */
  readonly needed: ReadonlySet<string>;
  /** By path as captured: executed lines, and how many of them count for the tree as it is. */
  readonly worth: ReadonlyMap<string, FileWorth>;
}

export interface FileWorth {
  readonly executed: number;
  readonly lost: readonly { readonly line: number; readonly cause: string }[];
}

export interface WeighOptions {
  readonly git: Git;
  readonly projectRoot: string;
  readonly settings: Settings;
  readonly captures: readonly StoredCapture[];
  readonly draft: Capture;
  readonly today: Date;
}

/**
 * Folds the store with and without the draft and gives the difference, so that the preview follows
 * exactly the rules of a report. Errors: those of foldStore.
 */
export async function weighCapture(options: WeighOptions): Promise<CaptureWeight> {
  const { draft, captures } = options;
  const file = captureFileName(draft);
  const fold = (all: readonly StoredCapture[]): Promise<ValidityReport> =>
    foldStore({
      git: options.git,
      projectRoot: options.projectRoot,
      captures: all,
      settings: options.settings,
      tree: 'worktree',
      today: options.today,
    });
  const before = await fold(captures);
  // Last in the list and under its own name, as it would lie in the store.
  const others = captures.filter((capture) => capture.file !== file);
  const after = await fold([...others, { file, capture: draft }]);
  const run = after.runs.find((candidate) => candidate.file === file)?.id ?? -1;
  // What would be left if the draft replaced its predecessors and proved nothing itself.
  const left = captures.filter((stored) => !after.superseded.includes(stored.file));
  const without = left.length === captures.length ? before : await fold(left);
  return {
    file,
    needed: new Set([...newLines(without, after, run).keys(), ...draftOnly(draft, after, run)]),
    hitLines: executedLines(draft),
    newLines: newLines(before, after, run),
    worth: worthOf(draft, after, run),
  };
}

function executedLines(capture: Capture): number {
  let lines = 0;
  for (const file of capture.files.values()) {
    for (const count of file.lines.values()) if (count > 0) lines += 1;
  }
  return lines;
}

/** Lines whose evidence counts: executed, and not only by something that has aged. */
function provedLines(file: FileVerdict | undefined): ReadonlySet<number> {
  const proved = new Set<number>();
  for (const [line, verdict] of file?.lines ?? []) {
    if (verdict.runHits.size > 0 && verdict.state !== 'aging') proved.add(line);
  }
  return proved;
}

function newLines(
  before: ValidityReport,
  after: ValidityReport,
  run: number,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const [path, verdict] of after.files) {
    const known = provedLines(before.files.get(path));
    const lines = [...verdict.lines]
      .filter(([line, { runHits }]) => runHits.has(run) && !known.has(line))
      .map(([line]): number => line);
    if (lines.length > 0) found.set(path, lines);
  }
  return found;
}

/** Executed files that are stale from day one: they are the tester's to leave out, not ours. */
function draftOnly(draft: Capture, after: ValidityReport, run: number): string[] {
  return [...draft.files]
    .filter(([path, { lines }]) => {
      const isExecuted = [...lines.values()].some((count) => count > 0);
      return isExecuted && after.lost.some((entry) => entry.run === run && entry.path === path);
    })
    .map(([path]) => path);
}

function worthOf(draft: Capture, after: ValidityReport, run: number): Map<string, FileWorth> {
  const worth = new Map<string, FileWorth>();
  for (const [path, { lines }] of draft.files) {
    let executed = 0;
    for (const count of lines.values()) if (count > 0) executed += 1;
    const lost = after.lost
      .filter((entry) => entry.run === run && entry.path === path)
      .map(({ line, cause }) => ({ line, cause }));
    worth.set(path, { executed, lost });
  }
  return worth;
}
