import { isoSeconds } from '../base/clock.js';
import type { BenchError } from '../base/bench-error.js';
import type {
  FileVerdict,
  LineVerdict,
  LostLine,
  Run,
  ValidityReport,
} from '../validity/validity-report.js';
import { exactJson, type ExactValue } from './exact-json.js';

/** The report as JSON (`validity --json`), counts exact, with a final line feed. */
export function reportJson(report: ValidityReport): string {
  return document({
    today: report.today,
    selected: report.selected,
    superseded: report.superseded,
    runs: report.runs.map(runValue),
    files: mapValues(report.files, fileValue),
    error: null,
    lost: report.lost.map(lostValue),
    warnings: report.warnings,
    git_spawns: report.gitSpawns,
  });
}

/** The same document for a store that cannot be judged: every malformed file with its reason. */
export function refusalJson(
  malformed: readonly { readonly file: string; readonly error: BenchError }[],
  today: Date,
): string {
  const files = malformed.map(({ file, error }) => ({
    file,
    message: error.message,
    why: error.why ?? null,
  }));
  return document({
    today: isoSeconds(today),
    selected: [],
    superseded: [],
    runs: [],
    files: {},
    error: { type: 'malformed-capture', files },
    lost: [],
    warnings: [],
    git_spawns: 0,
  });
}

function document(value: ExactValue): string {
  return `${exactJson(value)}\n`;
}

function runValue(run: Run): ExactValue {
  return {
    id: run.id,
    file: run.file,
    ticket: run.ticket,
    board: run.board,
    label: run.label,
    tier: run.tier,
    base_commit: run.baseCommit,
    captured_at: run.capturedAt,
    aging: run.isAging,
    dirty_remap: run.dirtyRemap,
  };
}

function fileValue({ lines, excluded }: FileVerdict): ExactValue {
  return { lines: mapValues(lines, lineValue), excluded };
}

function lineValue(line: LineVerdict): ExactValue {
  return {
    hits: line.hits,
    state: line.state,
    row: line.row,
    run_hits: mapValues(line.runHits, (count) => count),
    stale_runs: line.staleRuns,
    branches: line.branches.map(({ block, branch, hits, reachable }) => ({
      block,
      branch,
      hits,
      reachable,
    })),
  };
}

function lostValue(loss: LostLine): ExactValue {
  return {
    run: loss.run,
    path: loss.path,
    line: loss.line,
    count: loss.count,
    cause: loss.cause,
    now: loss.now === null ? null : { path: loss.now.path, line: loss.now.line },
    reproved_by: loss.reprovedBy,
  };
}

function mapValues<Key extends string | number, Value>(
  map: ReadonlyMap<Key, Value>,
  toValue: (value: Value) => ExactValue,
): ReadonlyMap<string, ExactValue> {
  return new Map([...map].map(([key, value]) => [String(key), toValue(value)]));
}
