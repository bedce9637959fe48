import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { addCounts, type Count } from '../base/count.js';
import { buildFlowGraph, sortsByTarget } from './build-flow-graph.js';
import { countConditions, countCoveredPaths } from './condition-counts.js';
import type { CounterData, FunctionCounters } from './counter-data.js';
import type { FileCounts, FunctionCount, UnitCounts } from './file-counts.js';
import { finishSource } from './finish-source.js';
import { describeVersion, isAtLeast } from './gcov-version.js';
import { layClangLines } from './lay-clang-lines.js';
import { layGccLines } from './lay-gcc-lines.js';
import { layOldGccLines } from './lay-old-gcc-lines.js';
import type { LineTable } from './line-table.js';
import type { Notes, NotesFunction } from './notes.js';
import { pairData } from './pair-data.js';
import { ARC_KIND } from './counter-data.js';
import { atByte } from './record-reader.js';
import { packArcs, type PackedArcs } from './flow-graph.js';
import { solveArcs, type SolvedCounts } from './solve-arcs.js';
import { sourcePath } from './source-path.js';
import type { CountedFunction, NullRule, SourceTables, UnitTables } from './unit-tables.js';
import { WorkBudget } from './work-budget.js';

// Far beyond what the largest real units need; a second or two of work.
const MAX_STEPS = 100_000_000;
const MAX_COUNT = 2n ** 63n - 1n;

/** The counts of one unit, and what is odd about them, a sentence each. */
export interface CountedUnit {
  readonly counts: UnitCounts;
  readonly warnings: readonly string[];
}

/**
 * Counts the lines, branches, functions and conditions of one unit from its notes and its data; null
 * for data that never arrived or a unit that never ran, whose lines then count zero.
 * Errors: BAD_NOTES, BAD_DATA, BUILD_MISMATCH.
 */
export function countUnit(notes: Notes, data: CounterData | null, dataName: string): CountedUnit {
  const pairs = data === null ? null : pairData(notes, data, dataName);
  const unit = new OpenUnit(notes, dataName);
  const layLines = notes.isClang
    ? layClangLines
    : isAtLeast(notes.version, 8)
      ? layGccLines
      : layOldGccLines;
  for (const entry of notes.functions) {
    const counters = pairs?.get(entry) ?? null;
    if (unit.isShown(entry, counters, data !== null)) {
      layLines(unit.count(entry, counters), unit);
    }
  }
  return unit.finish();
}

class OpenUnit implements UnitTables {
  readonly budget: WorkBudget;
  readonly nullRule: NullRule;
  private readonly sources = new Map<string, SourceTables>();
  private readonly groups: ReadonlySet<string>;
  private readonly isSorted: boolean;

  constructor(
    private readonly notes: Notes,
    private readonly dataName: string,
  ) {
    this.budget = new WorkBudget(MAX_STEPS, () =>
      this.badNotes('describes lines too tangled to count'),
    );
    this.nullRule = !notes.isClang && isAtLeast(notes.version, 9) ? 'line' : 'block';
    this.isSorted = sortsByTarget(notes);
    this.groups = notes.isClang || !isAtLeast(notes.version, 8) ? new Set() : findGroups(notes);
    for (const entry of notes.functions) {
      this.sourceOf(entry.path);
      for (const location of entry.locations) this.sourceOf(location.path);
    }
  }

  sourceOf(path: string): SourceTables {
    let source = this.sources.get(path);
    if (source === undefined) {
      source = { separate: [], common: new Map(), functions: new Map() };
      this.sources.set(path, source);
    }
    return source;
  }

  /** gcov leaves compiler-made functions out; before GCC 8 also those without counters. */
  isShown(entry: NotesFunction, counters: FunctionCounters | null, hasData: boolean): boolean {
    if (this.notes.isClang) return true;
    if (entry.isArtificial) return false;
    return isAtLeast(this.notes.version, 8) || !hasData || counters !== null;
  }

  count(entry: NotesFunction, counters: FunctionCounters | null): CountedFunction {
    const successors = packArcs(entry.arcs, entry.blockCount, 'source');
    const predecessors = packArcs(entry.arcs, entry.blockCount, 'target');
    const solved = this.solve(entry, counters, successors, predecessors);
    const graph = buildFlowGraph(entry, solved, successors, predecessors, this.isSorted);
    const source = this.sourceOf(entry.path);
    // clang's initialisers of globals have no line of their own, and llvm-cov does not name them.
    if (entry.startLine > 0) {
      addFunction(source.functions, entry, {
        line: entry.startLine,
        count: graph.blockCounts[0] ?? 0,
        ...(entry.pathCount === null
          ? {}
          : { primePaths: { total: entry.pathCount, covered: countCoveredPaths(counters) } }),
      });
    }
    let separate: LineTable | null = null;
    if (this.groups.has(groupKey(entry))) {
      separate = new Map();
      source.separate.push(separate);
    }
    return { entry, graph, conditions: countConditions(entry, counters), separate };
  }

  finish(): CountedUnit {
    const files = new Map<string, FileCounts>();
    for (const [path, source] of this.sources) {
      const name = sourcePath(path);
      files.set(name, finishSource(name, source, this.nullRule, files.get(name)));
    }
    const warnings: string[] = [];
    for (const file of files.values()) {
      const line = firstNegativeLine(file);
      if (line === null) continue;
      warnings.push(
        `${this.dataName}: counters contradict each other (counted by interrupts or threads at once, or damaged): ${file.path} line ${line} has a negative count`,
      );
    }
    const { compileDirectory } = this.notes;
    return {
      counts: { name: this.dataName, compileDirectory, files },
      warnings,
    };
  }

  private solve(
    entry: NotesFunction,
    counters: FunctionCounters | null,
    successors: PackedArcs,
    predecessors: PackedArcs,
  ): SolvedCounts {
    const values = counters?.counters.find((record) => record.kind === ARC_KIND)?.values;
    if (values === undefined) {
      return {
        arcCounts: Array.from(entry.arcs, () => 0),
        blockCounts: Array.from({ length: entry.blockCount }, () => 0),
      };
    }
    const solved = solveArcs(entry, values, successors, predecessors);
    if (solved === null) {
      throw this.badNotes(
        'describes a function whose counts cannot be derived',
        `${atByte(entry.offset)}: expected counters enough for every arc of ${printable(entry.name)}, found ${values.length} for ${entry.arcs.length} arcs; the file says ${describeVersion(this.notes.version.word)}`,
      );
    }
    if (!fitInto64Bits(solved.arcCounts) || !fitInto64Bits(solved.blockCounts)) {
      throw new BenchError('BAD_DATA', `${printable(this.dataName)} holds impossible counters`, {
        why: `the counts of ${printable(entry.name)} do not fit into 64 bits; the file says ${describeVersion(this.notes.version.word)}`,
        hints: ['fetch the counters again; a disturbed transfer damages an image'],
      });
    }
    return solved;
  }

  private badNotes(problem: string, why?: string): BenchError {
    return new BenchError('BAD_NOTES', `${printable(this.notes.name)} ${problem}`, {
      why:
        why ??
        `more than ${MAX_STEPS} steps; the file says ${describeVersion(this.notes.version.word)}`,
      hints: ['copy the .gcno file again from the folder the running firmware was built in'],
    });
  }
}

/** Functions that start on one line of one source: template instances, lambdas, macro-made ones. */
function findGroups(notes: Notes): ReadonlySet<string> {
  const seen = new Set<string>();
  const groups = new Set<string>();
  for (const entry of notes.functions) {
    if (entry.isArtificial) continue;
    const key = groupKey(entry);
    if (seen.has(key)) groups.add(key);
    seen.add(key);
  }
  return groups;
}

function groupKey(entry: NotesFunction): string {
  return `${entry.startLine}:${entry.path}`;
}

function fitInto64Bits(counts: readonly Count[]): boolean {
  return counts.every(
    (count) => typeof count === 'number' || (count <= MAX_COUNT && -count <= MAX_COUNT),
  );
}

function firstNegativeLine(file: FileCounts): number | null {
  for (const [line, count] of file.lines) if (count < 0) return line;
  for (const [line, branches] of file.branches) {
    if (branches.some(({ taken }) => taken !== null && taken < 0)) return line;
  }
  return null;
}

function addFunction(
  functions: Map<string, FunctionCount>,
  entry: NotesFunction,
  counted: FunctionCount,
): void {
  const before = functions.get(entry.name);
  functions.set(
    entry.name,
    before === undefined ? counted : { ...before, count: addCounts(before.count, counted.count) },
  );
}
