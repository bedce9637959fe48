import { addCounts, type Count } from '../base/count.js';
import type { ConditionCount } from './file-counts.js';

/** A line while its unit is being counted. */
export interface LineEntry {
  /** Plain sum over the blocks that name the line. */
  sum: Count;
  /** Times control came to the line, once a rule has counted that; it replaces the sum. */
  flow: Count | null;
  /** Some block of the line that needs no exception never ran. */
  hasUnexecuted: boolean;
  /** Taken counts of the branches, in the order they are numbered; null: never reached. */
  readonly branches: (Count | null)[];
  readonly conditions: ConditionCount[];
}

/** The lines of one source, or of one function that shares its first line with others. */
export type LineTable = Map<number, LineEntry>;

/** The entry of a line, made when the line is met first. */
export function lineOf(table: LineTable, line: number): LineEntry {
  let entry = table.get(line);
  if (entry === undefined) {
    entry = { sum: 0, flow: null, hasUnexecuted: false, branches: [], conditions: [] };
    table.set(line, entry);
  }
  return entry;
}

/** The count of a line. */
export function countOf(entry: LineEntry): Count {
  return entry.flow ?? entry.sum;
}

/** Adds to the flow of a line; the flows of several functions on one line add up. */
export function addFlow(entry: LineEntry, count: Count): void {
  entry.flow = addCounts(entry.flow ?? 0, count);
}
