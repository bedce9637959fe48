import { addCounts, type Count } from '../base/count.js';
import type {
  BranchCount,
  BuildLine,
  ConditionCount,
  FileCounts,
  FunctionCount,
} from './file-counts.js';
import { mergeFileCounts } from './merge-file-counts.js';

/** What a gcov prints of one line, once. */
export interface PrintedLine {
  readonly line: BuildLine;
  readonly count: Count | null;
  readonly taken: readonly (Count | null)[];
  readonly conditions: readonly ConditionCount[];
}

/**
 * Collects what a gcov prints of one source. Functions that share a line (template instances,
 * lambdas) are printed one after the other, so a line may come several times; all are added.
 */
export class PrintedCounts {
  private readonly layers: {
    readonly lines: Map<BuildLine, Count>;
    readonly branches: Map<BuildLine, readonly BranchCount[]>;
    readonly conditions: Map<BuildLine, readonly ConditionCount[]>;
  }[] = [];
  private readonly times = new Map<BuildLine, number>();
  private readonly functions = new Map<string, FunctionCount>();

  /** A line without a count adds its branches only. */
  addLine({ line, count, taken, conditions }: PrintedLine): void {
    const time = this.times.get(line) ?? 0;
    this.times.set(line, time + 1);
    const layer = (this.layers[time] ??= {
      lines: new Map(),
      branches: new Map(),
      conditions: new Map(),
    });
    if (count !== null) layer.lines.set(line, count);
    if (taken.length > 0) {
      layer.branches.set(
        line,
        taken.map((value, branch) => ({ block: 0, branch, taken: value })),
      );
    }
    if (conditions.length > 0) layer.conditions.set(line, conditions);
  }

  addFunction(name: string, counted: FunctionCount): void {
    const before = this.functions.get(name);
    this.functions.set(
      name,
      before ? { ...before, count: addCounts(before.count, counted.count) } : counted,
    );
  }

  finish(path: string): FileCounts {
    const empty = { path, lines: new Map(), branches: new Map(), conditions: new Map() };
    const functions = new Map<string, FunctionCount>();
    let all: FileCounts = { ...empty, functions: this.functions };
    for (const layer of this.layers) all = mergeFileCounts(all, { path, functions, ...layer });
    return all;
  }
}
