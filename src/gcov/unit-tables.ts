import type { ConditionCount, FunctionCount } from './file-counts.js';
import type { FlowGraph } from './flow-graph.js';
import type { LineBlocks } from './line-blocks.js';
import type { LineTable } from './line-table.js';
import type { NotesFunction } from './notes.js';
import type { WorkBudget } from './work-budget.js';

/** One source while its unit is being counted. */
export interface SourceTables {
  /** Lines of functions that share their first line with another function, a table each. */
  readonly separate: LineTable[];
  readonly common: LineTable;
  readonly functions: Map<string, FunctionCount>;
}

/** A function ready to be laid on the lines of its sources. */
export interface CountedFunction {
  readonly entry: NotesFunction;
  readonly graph: FlowGraph;
  /** By block. */
  readonly conditions: ReadonlyMap<number, ConditionCount>;
  /** The table for the function's own lines when it shares its first line with others. */
  readonly separate: LineTable | null;
}

/**
 * When a branch was never reached. `line`: its line counts zero and a block of the line never ran,
 * which is what lcov makes of gcov 9 and later. `block`: its own block never ran (all others).
 */
export type NullRule = 'line' | 'block';

/** What a counting rule works on. */
export interface UnitTables {
  readonly nullRule: NullRule;
  /** The tables of a source, by its index in the notes. */
  sourceAt(source: number): SourceTables;
  readonly lineBlocks: LineBlocks;
  readonly budget: WorkBudget;
}
