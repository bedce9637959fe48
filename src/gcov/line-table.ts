import { addCounts, type Count } from '../base/count.js';
import type { ConditionCount } from './file-counts.js';

/** A line while its unit is being counted. What it has none of is null: most lines have no branch. */
export class LineEntry {
  /** Plain sum over the blocks that name the line. */
  sum: Count = 0;
  /** Times control came to the line, once a rule has counted that; it replaces the sum. */
  flow: Count | null = null;
  /** Some block of the line that needs no exception never ran. */
  hasUnexecuted = false;
  /** Taken counts of the branches, in the order they are numbered; null: never reached. */
  branches: (Count | null)[] | null = null;
  conditions: ConditionCount[] | null = null;
  /** The blocks that belong to the line, of the function being laid. */
  blocks: number[] | null = null;

  constructor(readonly line: number) {}

  /** The count of the line. */
  get count(): Count {
    return this.flow ?? this.sum;
  }

  /** Adds to the flow; the flows of several functions on one line add up. */
  addFlow(count: Count): void {
    this.flow = this.flow === null ? count : addCounts(this.flow, count);
  }

  addBranch(taken: Count | null): void {
    if (this.branches === null) this.branches = [taken];
    else this.branches.push(taken);
  }

  addCondition(condition: ConditionCount): void {
    if (this.conditions === null) this.conditions = [condition];
    else this.conditions.push(condition);
  }
}

/** The lines of one source, or of one function that shares its first line with others. */
export class LineTable {
  private readonly entries: LineEntry[] = [];
  private readonly byLine = new Map<number, LineEntry>();

  /** The entry of a line, made when the line is met first. */
  lineOf(line: number): LineEntry {
    let entry = this.byLine.get(line);
    if (entry === undefined) {
      entry = new LineEntry(line);
      this.byLine.set(line, entry);
      this.entries.push(entry);
    }
    return entry;
  }

  /** All entries by line. */
  ascending(): readonly LineEntry[] {
    const { entries } = this;
    for (let index = 1; index < entries.length; index += 1) {
      if ((entries[index - 1]?.line ?? 0) > (entries[index]?.line ?? 0)) return this.sorted();
    }
    return entries;
  }

  /** Sorting plain numbers needs no comparing function, which costs more than looking lines up. */
  private sorted(): readonly LineEntry[] {
    const numbers = new Int32Array(this.entries.length);
    for (let index = 0; index < numbers.length; index += 1) {
      numbers[index] = this.entries[index]?.line ?? 0;
    }
    const sorted: LineEntry[] = [];
    for (const line of numbers.sort()) sorted.push(this.lineOf(line));
    return sorted;
  }
}
