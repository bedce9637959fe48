import { openGit } from '../../src/git/git.js';
import { reportJson } from '../../src/report/report-json.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { readStore } from '../../src/store/read-store.js';
import type { StoredCapture } from '../../src/store/stored-capture.js';
import { foldStore } from '../../src/validity/fold-store.js';
import type { ValidityReport } from '../../src/validity/validity-report.js';

export interface FoldTimelineOptions {
  readonly root: string;
  readonly home: string;
  readonly today?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly change?: (capture: StoredCapture) => StoredCapture;
}

/** The environment of somebody who sits in a timeline's home, hostile variables included. */
export function ambient(
  home: string,
  env: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_GLOBAL: `${home}/.gitconfig`,
    GIT_CONFIG_NOSYSTEM: '1',
    ...env,
  };
}

/** Folds the store of a project as the command line does. */
export async function foldTimeline(options: FoldTimelineOptions): Promise<ValidityReport> {
  const { captures, malformed } = await readStore(options.root);
  if (malformed.length > 0) throw malformed[0]!.error;
  return await foldStore({
    git: openGit(options.root, { ambient: ambient(options.home, options.env) }),
    projectRoot: options.root,
    captures: captures.map(options.change ?? ((one) => one)),
    settings: await readSettings(options.root),
    tree: 'worktree',
    today: new Date(options.today ?? '2026-03-01T00:00:00Z'),
  });
}

export interface Answer {
  readonly files: Record<string, { lines: Record<string, unknown>; excluded: number[] }>;
  readonly [key: string]: unknown;
}

/** The part of the JSON document that `want.json` holds. */
export function answerOf(report: ValidityReport): Answer {
  const document = JSON.parse(reportJson(report)) as Answer;
  const { today, selected, superseded, runs, files, error } = document;
  return { today, selected, superseded, runs, files, error };
}

/** The same capture as if its base commit had never been here. */
export function withoutBase(stored: StoredCapture): StoredCapture {
  const baseCommit = '1'.repeat(stored.capture.baseCommit.length);
  return { ...stored, capture: { ...stored.capture, baseCommit } };
}

/** `path:line:run` of every mark of lost evidence in an answer. */
export function marksOf(answer: Answer): string[] {
  return Object.entries(answer.files)
    .flatMap(([path, { lines }]) =>
      Object.entries(lines).flatMap(([line, verdict]) =>
        (verdict as { stale_runs: number[] }).stale_runs.map((run) => `${path}:${line}:${run}`),
      ),
    )
    .sort();
}

/** The same of a report, each mark where its code is now. */
export function nowMarksOf(report: ValidityReport): string[] {
  const marks = report.lost.map(
    ({ path, line, now, run }) => `${now?.path ?? path}:${now?.line ?? line}:${run}`,
  );
  return [...new Set(marks)].sort();
}

/** Short words for one file: `5:valid 15:stale 13:zero`. */
export function statesOf(report: ValidityReport, path: string): string {
  const words = [...(report.files.get(path)?.lines ?? [])].map(([line, verdict]) => {
    const word = verdict.state ?? (verdict.runHits.size > 0 ? 'valid' : 'zero');
    return `${line}:${word}`;
  });
  return words.join(' ');
}
