import type { LossCause, LostLine, Run, ValidityReport } from '../validity/validity-report.js';

/** Lines by what the evidence says of them. */
export interface LineCounts {
  /** Executed, and nothing speaks against it. */
  readonly valid: number;
  /** Executed, and due to be run again. */
  readonly aging: number;
  /** Evidence lost and not given again since. */
  readonly lost: number;
}

export interface RunSummary extends LineCounts {
  readonly run: Run;
  readonly losses: readonly LossGroup[];
}

export interface FileSummary extends LineCounts {
  readonly path: string;
  /** Instrumented and never executed. */
  readonly notRun: number;
}

/** Lost lines of one run and file with one cause. Line numbers ascend. */
export interface LossGroup {
  readonly path: string;
  readonly lines: readonly number[];
  readonly cause: LossCause;
  readonly now: { readonly path: string; readonly lines: readonly number[] } | null;
  readonly reprovedBy: readonly number[];
}

export interface ReportSummary extends LineCounts {
  readonly runs: readonly RunSummary[];
  readonly files: readonly FileSummary[];
}

/** Counts a report for people: over all, by run and by file. */
export function summarize(report: ValidityReport): ReportSummary {
  const open = report.lost.filter(({ reprovedBy }) => reprovedBy.length === 0);
  const byRun = new Map(report.runs.map(({ id }) => [id, { valid: 0, aging: 0 }]));
  const byFile = new Map<string, { valid: number; aging: number; lost: number; notRun: number }>();
  const fileAt = (path: string) => {
    const counts = byFile.get(path) ?? { valid: 0, aging: 0, lost: 0, notRun: 0 };
    byFile.set(path, counts);
    return counts;
  };
  for (const [path, { lines }] of report.files) {
    const file = fileAt(path);
    for (const { state, runHits, hits } of lines.values()) {
      const kind = state === 'aging' ? 'aging' : 'valid';
      if (runHits.size > 0) file[kind] += 1;
      else if (hits.size > 0 && state === null) file.notRun += 1;
      for (const id of runHits.keys()) {
        const run = byRun.get(id);
        if (run) run[report.runs[id]?.isAging ? kind : 'valid'] += 1;
      }
    }
  }
  for (const { now, path } of open) fileAt(now?.path ?? path).lost += 1;
  const files = [...byFile].map(([path, counts]) => ({ path, ...counts }));
  return {
    valid: files.reduce((sum, { valid }) => sum + valid, 0),
    aging: files.reduce((sum, { aging }) => sum + aging, 0),
    lost: open.length,
    runs: report.runs.map((run) => ({
      run,
      ...(byRun.get(run.id) ?? { valid: 0, aging: 0 }),
      lost: open.filter((loss) => loss.run === run.id).length,
      losses: groupLosses(report.lost.filter((loss) => loss.run === run.id)),
    })),
    files,
  };
}

function groupLosses(losses: readonly LostLine[]): LossGroup[] {
  const groups = new Map<string, LostLine[]>();
  for (const loss of losses) {
    const key = JSON.stringify([loss.path, loss.cause, loss.now?.path, loss.reprovedBy]);
    groups.set(key, [...(groups.get(key) ?? []), loss]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { path, cause, now, reprovedBy } = first;
    const nowLines = ascending(group.flatMap((loss) => loss.now?.line ?? []));
    return {
      path,
      cause,
      reprovedBy,
      lines: ascending(group.map(({ line }) => line)),
      now: now === null ? null : { path: now.path, lines: nowLines },
    };
  });
}

function ascending(lines: readonly number[]): number[] {
  return [...new Set(lines)].sort((a, b) => a - b);
}
