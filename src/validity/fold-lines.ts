import { addCounts, type Count } from '../base/count.js';
import type { BaseLine, CapturedFile, BranchTriple } from '../capture/capture.js';
import type { FileJudgement } from './judge-file.js';
import type {
  BranchVerdict,
  FileVerdict,
  LineState,
  LineVerdict,
  LossCause,
  LostLine,
  NowLine,
  NowPlace,
  Run,
} from './validity-report.js';

interface Branch {
  readonly block: number;
  readonly branch: number;
  readonly hits: Map<string, Count>;
  readonly reachable: Map<string, boolean>;
}

interface LineRecord {
  readonly hits: Map<string, Count>;
  readonly runHits: Map<number, Count>;
  readonly branches: Map<string, Branch>;
  /** Lost evidence that had this number. */
  readonly marks: Loss[];
}

interface Loss {
  readonly run: Run;
  readonly path: string;
  readonly line: BaseLine;
  readonly count: Count;
  readonly cause: LossCause;
  readonly now: NowPlace | null;
  readonly last: NowLine | null;
}

export interface FoldResult {
  readonly files: ReadonlyMap<string, FileVerdict>;
  readonly lost: readonly LostLine[];
}

export interface FoldRules {
  /** Tiers by precedence; those met on the way go behind. */
  readonly tiers: readonly string[];
  readonly excludedOf: (path: string) => readonly NowLine[];
}

/** Adds up what all runs say, line by line, and settles the state of each line at the end. */
export class LineFold {
  private readonly files = new Map<string, Map<NowLine, LineRecord>>();
  private readonly losses: Loss[] = [];
  private readonly tiersMet = new Set<string>();
  /** By path: lines something was counted on, ascending; made when asked for, void after `add`. */
  private readonly counted = new Map<string, readonly NowLine[]>();

  /** Adds the evidence of one run for one file that lies at `nowPath` (or lay, when it is lost). */
  add(run: Run, path: string, nowPath: string, file: CapturedFile, judged: FileJudgement): void {
    this.tiersMet.add(run.tier);
    this.counted.clear();
    for (const [line, count] of file.lines) {
      const outcome = judged.outcomeOf(line);
      if (outcome.kind === 'valid') {
        const record = this.record(nowPath, outcome.line);
        add(record.hits, run.tier, count);
        if (count > 0) add(record.runHits, run.id, count);
      } else if (count > 0) {
        const now = outcome.now === null ? null : { path: nowPath, line: outcome.now };
        const { cause, last } = outcome;
        const loss: Loss = { run, path, line, count, cause, now, last };
        this.losses.push(loss);
        // The mark keeps the number it was captured with; `now` says where the code went.
        this.record(nowPath, Number(line) as NowLine).marks.push(loss);
      }
    }
    for (const [line, triples] of file.branches) {
      const outcome = judged.outcomeOf(line);
      if (outcome.kind === 'valid') {
        addBranches(this.record(nowPath, outcome.line).branches, run.tier, triples);
      }
    }
  }

  /** Whether any run executed a line. */
  isProved(path: string, line: NowLine): boolean {
    return (this.files.get(path)?.get(line)?.runHits.size ?? 0) > 0;
  }

  paths(): readonly string[] {
    return [...this.files.keys()];
  }

  settle(runs: readonly Run[], rules: FoldRules): FoldResult {
    const tiers = [...new Set([...rules.tiers, ...this.tiersMet])];
    const runOf = new Map(runs.map((run) => [run.id, run]));
    const files = new Map<string, FileVerdict>();
    for (const path of this.paths().toSorted(byBytes)) {
      const excluded = rules.excludedOf(path);
      const isOut = new Set(excluded);
      const lines = new Map<NowLine, LineVerdict>();
      const records = [...(this.files.get(path) ?? [])].sort(([a], [b]) => a - b);
      for (const [line, record] of records) {
        const state = this.stateOf(record, runOf);
        lines.set(line, {
          hits: sorted(record.hits),
          state,
          row: isOut.has(line) ? 'excluded' : rowOf(record, state, tiers),
          runHits: new Map([...record.runHits].sort(([a], [b]) => a - b)),
          staleRuns: [...new Set(record.marks.map(({ run }) => run.id))].sort((a, b) => a - b),
          branches: [...record.branches.values()] satisfies BranchVerdict[],
        });
      }
      files.set(path, { lines, excluded });
    }
    const lost = this.losses.map(({ run, last: _last, ...loss }, index) => ({
      ...loss,
      run: run.id,
      reprovedBy: this.provers(this.losses[index]),
    }));
    return { files, lost };
  }

  private stateOf(record: LineRecord, runOf: ReadonlyMap<number, Run>): LineState {
    const credits = [...record.runHits.keys()].flatMap((id) => runOf.get(id) ?? []);
    if (credits.length > 0) {
      // A prompt to run a ticket's session again is answered by a session of that ticket.
      const isAnswered = (old: Run): boolean =>
        credits.some((run) => !run.isAging && run.ticket === old.ticket);
      return credits.some((run) => run.isAging && !isAnswered(run)) ? 'aging' : null;
    }
    const isOpen = (loss: Loss): boolean =>
      !this.provers(loss).some((id) => runOf.get(id)?.ticket === loss.run.ticket);
    return record.marks.some(isOpen) ? 'stale' : null;
  }

  /**
   * Runs that executed what took the place of lost code: the line in its place, or where that one
   * holds nothing to execute, the next in the region that does.
   */
  private provers(loss: Loss | undefined): readonly number[] {
    if (!loss?.now || loss.last === null) return [];
    const { path, line } = loss.now;
    const next = firstFrom(this.countedLines(path), line);
    if (next === undefined || next > loss.last) return [];
    return [...(this.files.get(path)?.get(next)?.runHits.keys() ?? [])].sort((a, b) => a - b);
  }

  private countedLines(path: string): readonly NowLine[] {
    let lines = this.counted.get(path);
    if (lines === undefined) {
      const records = [...(this.files.get(path) ?? [])];
      lines = records.flatMap(([line, { hits }]) => (hits.size > 0 ? line : []));
      lines = lines.toSorted((a, b) => a - b);
      this.counted.set(path, lines);
    }
    return lines;
  }

  private record(path: string, line: NowLine): LineRecord {
    const lines = this.files.get(path) ?? new Map<NowLine, LineRecord>();
    this.files.set(path, lines);
    const record = lines.get(line) ?? {
      hits: new Map<string, Count>(),
      runHits: new Map<number, Count>(),
      branches: new Map<string, Branch>(),
      marks: [],
    };
    lines.set(line, record);
    return record;
  }
}

/** The first of ascending lines that is not before a line. */
function firstFrom(lines: readonly NowLine[], line: NowLine): NowLine | undefined {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return lines[low];
}

function add<Key>(counts: Map<Key, Count>, key: Key, count: Count): void {
  counts.set(key, addCounts(counts.get(key) ?? 0, count));
}

/** Once seen as reachable, a branch stays so: null (never reached) takes nothing back. */
function addBranches(
  branches: Map<string, Branch>,
  tier: string,
  triples: readonly BranchTriple[],
): void {
  for (const [block, branch, taken] of triples) {
    const key = `${block} ${branch}`;
    const known = branches.get(key) ?? { block, branch, hits: new Map(), reachable: new Map() };
    branches.set(key, known);
    known.reachable.set(tier, (known.reachable.get(tier) ?? false) || taken !== null);
    if (taken !== null && taken > 0) add(known.hits, tier, taken);
  }
}

function rowOf({ hits }: LineRecord, state: LineState, tiers: readonly string[]): string {
  const tier = tiers.find((name) => (hits.get(name) ?? 0) > 0);
  return tier === undefined ? (state ?? 'uncovered') : `tier:${tier}`;
}

function sorted(hits: ReadonlyMap<string, Count>): Map<string, Count> {
  return new Map([...hits].sort(([a], [b]) => byBytes(a, b)));
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
