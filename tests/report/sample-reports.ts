import type { BaseLine } from '../../src/capture/capture.js';
import type {
  FileVerdict,
  LineVerdict,
  LossCause,
  LostLine,
  NowLine,
  Run,
  ValidityReport,
} from '../../src/validity/validity-report.js';

export function run(id: number, change: Partial<Run> = {}): Run {
  return {
    id,
    file: `20260201T100000Z-proj-${id}-bench-${id}.json`,
    ticket: `PROJ-${id}`,
    board: `bench-${id}`,
    label: `bench-${id}`,
    tier: 'manual',
    baseCommit: 'e75c84f1c2b8b033aa0bd2a95e748ce5d6cf6871',
    capturedAt: '2026-02-01T10:00:00Z',
    isAging: false,
    dirtyRemap: false,
    ...change,
  };
}

export function line(change: Partial<LineVerdict> = {}): LineVerdict {
  return {
    hits: new Map([['manual', 3]]),
    state: null,
    row: 'tier:manual',
    runHits: new Map([[0, 3]]),
    staleRuns: [],
    branches: [],
    ...change,
  };
}

/** Evidence that is gone, as the lines of a file show it. */
export function stale(id = 0): LineVerdict {
  return line({
    hits: new Map(),
    state: 'stale',
    row: 'stale',
    runHits: new Map(),
    staleRuns: [id],
  });
}

export function file(lines: Readonly<Record<number, LineVerdict>>): FileVerdict {
  const entries = Object.entries(lines).map(
    ([n, verdict]) => [Number(n) as NowLine, verdict] as const,
  );
  return { lines: new Map(entries), excluded: [] };
}

export function loss(
  path: string,
  at: number,
  cause: LossCause,
  now: readonly [string, number] | null = null,
  change: Partial<LostLine> = {},
): LostLine {
  return {
    run: 0,
    path,
    line: at as BaseLine,
    count: 7,
    cause,
    now: now === null ? null : { path: now[0], line: now[1] as NowLine },
    reprovedBy: [],
    ...change,
  };
}

export function report(change: Partial<ValidityReport> = {}): ValidityReport {
  const runs = change.runs ?? [run(0)];
  return {
    today: '2026-03-01T00:00:00Z',
    selected: runs.map((one) => one.file),
    superseded: [],
    runs,
    files: new Map([['src/uart.c', file({ 5: line() })]]),
    lost: [],
    warnings: [],
    gitSpawns: 3,
    ...change,
  };
}
