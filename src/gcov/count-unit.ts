import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { addCounts } from '../base/count.js';
import { countConditions, countCoveredPaths } from './condition-counts.js';
import { ARC_KIND, type CounterData, type FunctionCounters } from './counter-data.js';
import type { FileCounts, FunctionCount, UnitCounts } from './file-counts.js';
import { finishSource } from './finish-source.js';
import { FlowGraph } from './flow-graph.js';
import { describeVersion, isAtLeast } from './gcov-version.js';
import { layClangLines } from './lay-clang-lines.js';
import { layGccLines } from './lay-gcc-lines.js';
import { layOldGccLines } from './lay-old-gcc-lines.js';
import { LineBlocks } from './line-blocks.js';
import { LineTable } from './line-table.js';
import { markArcs, sortsByTarget } from './mark-arcs.js';
import type { Notes, NotesFunction } from './notes.js';
import { pairData } from './pair-data.js';
import { atByte } from './record-reader.js';
import { ArcSolver } from './solve-arcs.js';
import { sourcePath } from './source-path.js';
import type { CountedFunction, NullRule, SourceTables, UnitTables } from './unit-tables.js';
import { unitTraits } from './unit-traits.js';
import { WorkBudget } from './work-budget.js';
import { sharersOfALine } from './sharers-of-a-line.js';

// Far beyond what the largest real units need; a second or two of work.
const MAX_STEPS = 100_000_000;

// Working memory that every function uses in its turn: making it anew for each cost more than counting.
const GRAPH = new FlowGraph();
const SOLVER = new ArcSolver();
const LINE_BLOCKS = new LineBlocks();

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
  readonly lineBlocks = LINE_BLOCKS;
  readonly budget: WorkBudget;
  readonly nullRule: NullRule;
  private readonly sources: readonly SourceTables[];
  private readonly sharers: ReadonlySet<NotesFunction>;
  private readonly isSorted: boolean;
  private hasNegative = false;
  private current: NotesFunction | null = null;

  constructor(
    private readonly notes: Notes,
    private readonly dataName: string,
  ) {
    this.lineBlocks.clear();
    this.budget = new WorkBudget(MAX_STEPS, () => this.tooTangled());
    this.nullRule = !notes.isClang && isAtLeast(notes.version, 9) ? 'line' : 'block';
    this.isSorted = sortsByTarget(notes);
    const isGrouped = !notes.isClang && isAtLeast(notes.version, 8);
    this.sharers = isGrouped ? sharersOfALine(notes.functions) : new Set();
    this.sources = notes.sources.map(() => ({
      separate: [],
      common: new LineTable(),
      functions: new Map(),
    }));
  }

  sourceAt(source: number): SourceTables {
    const tables = this.sources[source];
    if (tables === undefined) throw new RangeError(`source ${source} of ${this.sources.length}`);
    return tables;
  }

  /** gcov leaves compiler-made functions out; before GCC 8 also those without counters. */
  isShown(entry: NotesFunction, counters: FunctionCounters | null, hasData: boolean): boolean {
    if (this.notes.isClang) return true;
    if (entry.isArtificial) return false;
    return isAtLeast(this.notes.version, 8) || !hasData || counters !== null;
  }

  count(entry: NotesFunction, counters: FunctionCounters | null): CountedFunction {
    const graph = GRAPH;
    this.current = entry;
    graph.load(entry, this.isSorted);
    this.solve(entry, counters);
    if (graph.hasNegative) this.hasNegative = true;
    markArcs(graph);
    const source = this.sourceAt(entry.source);
    // clang's initialisers of globals have no line of their own, and llvm-cov does not name them.
    if (entry.startLine > 0 || !this.notes.isClang) {
      addFunction(source.functions, entry, {
        line: entry.startLine,
        count: graph.blockCounts[0] ?? 0,
        ...(entry.pathCount === null
          ? {}
          : { primePaths: { total: entry.pathCount, covered: countCoveredPaths(counters) } }),
      });
    }
    let separate: LineTable | null = null;
    if (this.sharers.has(entry)) {
      separate = new LineTable();
      source.separate.push(separate);
    }
    return { entry, graph, conditions: countConditions(entry, counters), separate };
  }

  finish(): CountedUnit {
    const files = new Map<string, FileCounts>();
    this.notes.sources.forEach((path, index) => {
      const name = sourcePath(path);
      files.set(name, finishSource(name, this.sourceAt(index), this.nullRule, files.get(name)));
    });
    const warnings = this.hasNegative ? this.negativeWarnings(files.values()) : [];
    const { name: notesPath, compileDirectory } = this.notes;
    const traits = unitTraits(this.notes);
    return {
      counts: { name: this.dataName, notesPath, compileDirectory, files, traits },
      warnings,
    };
  }

  private solve(entry: NotesFunction, counters: FunctionCounters | null): void {
    const values = counters?.counters.find((record) => record.kind === ARC_KIND)?.values;
    if (values === undefined) {
      GRAPH.clearCounts();
      return;
    }
    const result = SOLVER.solve(GRAPH, values, this.notes.isClang);
    if (result === 'open') {
      throw this.badNotes(
        'describes a function whose counts cannot be derived',
        `${atByte(entry.offset)}: expected counters enough for every arc of ${printable(entry.name)}, found ${values.length} for ${GRAPH.arcCount} arcs`,
      );
    }
    if (result === 'overflow') {
      throw new BenchError('BAD_DATA', `${printable(this.dataName)} holds impossible counters`, {
        why: `the counts of ${printable(entry.name)} do not fit into 64 bits; the file says ${describeVersion(this.notes.version.word)}`,
        hints: ['fetch the counters again; a disturbed transfer damages an image'],
      });
    }
  }

  private negativeWarnings(files: Iterable<FileCounts>): readonly string[] {
    const warnings: string[] = [];
    for (const file of files) {
      const line = firstNegativeLine(file);
      if (line === null) continue;
      warnings.push(
        `${this.dataName}: counters contradict each other (counted by interrupts or threads at once, or damaged): ${file.path} line ${line} has a negative count`,
      );
    }
    return warnings;
  }

  private tooTangled(): BenchError {
    const { offset, name } = this.current ?? { offset: 0, name: '' };
    return this.badNotes(
      'describes lines too tangled to count',
      `${atByte(offset)}: expected lines that can be counted in ${MAX_STEPS} steps, found more of them up to ${printable(name)}`,
    );
  }

  private badNotes(problem: string, why: string): BenchError {
    return new BenchError('BAD_NOTES', `${printable(this.notes.name)} ${problem}`, {
      why: `${why}; the file says ${describeVersion(this.notes.version.word)}`,
      hints: ['copy the .gcno file again from the folder the running firmware was built in'],
    });
  }
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
