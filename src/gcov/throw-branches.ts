import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { BuildLine } from './file-counts.js';
import { finishSource } from './finish-source.js';
import { FlowGraph } from './flow-graph.js';
import { isAtLeast } from './gcov-version.js';
import { layGccLines } from './lay-gcc-lines.js';
import { layOldGccLines } from './lay-old-gcc-lines.js';
import type { ThrowBranches } from './leave-out-marked.js';
import { LineBlocks } from './line-blocks.js';
import { LineTable } from './line-table.js';
import { isThrow, markArcs } from './mark-arcs.js';
import type { Notes } from './notes.js';
import { sourcePath } from './source-path.js';
import type { SourceTables, UnitTables } from './unit-tables.js';
import { WorkBudget } from './work-budget.js';
import { sharersOfALine } from './sharers-of-a-line.js';

const MAX_STEPS = 100_000_000;
// More than a line has branches: a sum below it comes from ways of exceptions alone.
const OTHER_WAY = 0x1000000;

/**
 * Which branches of the sources of one unit are ways of an exception, numbered as its counts number
 * them. The lines are laid out as for counting, with marks in the place of counts, so that the
 * numbers cannot differ; where functions share a line, a branch is one only if it is in all of them.
 * Notes of clang do not tell such branches. Errors: BAD_NOTES.
 */
export function throwBranches(notes: Notes): ReadonlyMap<string, ThrowBranches> {
  const found = new Map<string, ThrowBranches>();
  if (notes.isClang) return found;
  const tables = notes.sources.map((): SourceTables => ({
    separate: [],
    common: new LineTable(),
    functions: new Map(),
  }));
  layMarks(notes, tables);
  notes.sources.forEach((path, index) => {
    const source = tables[index];
    if (source === undefined) return;
    const name = sourcePath(path);
    const lines = new Map<BuildLine, readonly boolean[]>(found.get(name) ?? []);
    for (const [line, branches] of finishSource(name, source, 'block', undefined).branches) {
      lines.set(
        line,
        branches.map(({ taken }) => taken !== null && taken < OTHER_WAY),
      );
    }
    found.set(name, lines);
  });
  return found;
}

function layMarks(notes: Notes, sources: readonly SourceTables[]): void {
  const graph = new FlowGraph();
  const layLines = isAtLeast(notes.version, 8) ? layGccLines : layOldGccLines;
  const tables: UnitTables = {
    nullRule: 'block',
    lineBlocks: new LineBlocks(),
    budget: new WorkBudget(MAX_STEPS, () => tooTangled(notes)),
    sourceAt: (index) => {
      const source = sources[index];
      if (source === undefined) throw new RangeError(`source ${index} of ${sources.length}`);
      return source;
    },
  };
  const functions = notes.functions.filter(({ isArtificial }) => !isArtificial);
  const sharers = sharersOfALine(functions);
  for (const entry of functions) {
    graph.load(entry, true);
    graph.clearCounts();
    markArcs(graph);
    for (let arc = 0; arc < graph.arcCount; arc += 1) {
      graph.arcCounts[arc] = isThrow(graph, arc) ? 1 : OTHER_WAY;
    }
    // A block that never ran would turn its branches into ones never reached.
    for (let block = 0; block < graph.blockCount; block += 1) graph.blockCounts[block] = 1;
    let separate: LineTable | null = null;
    if (isAtLeast(notes.version, 8) && sharers.has(entry)) {
      separate = new LineTable();
      tables.sourceAt(entry.source).separate.push(separate);
    }
    layLines({ entry, graph, conditions: new Map(), separate }, tables);
  }
}
function tooTangled(notes: Notes): BenchError {
  return new BenchError('BAD_NOTES', `${printable(notes.name)} describes lines too tangled`, {
    why: `more than ${MAX_STEPS} steps`,
  });
}
