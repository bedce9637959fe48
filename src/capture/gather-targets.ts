import { addCounts, type Count } from '../base/count.js';
import type { BranchCount, BuildLine } from '../gcov/file-counts.js';
import { mergeBranches } from '../gcov/merge-file-counts.js';
import type { ResolvedSource } from './resolve-sources.js';
import type { SourceCounts } from './source-counts.js';

/** All that was counted in one file of the project, in lines of the build. */
export interface Target {
  readonly path: string;
  readonly lines: ReadonlyMap<BuildLine, Count>;
  readonly branches: ReadonlyMap<BuildLine, readonly BranchCount[]>;
  /** A count below zero in one of the sources, which a sum may hide: its data contradict itself. */
  readonly negative: NegativeCount | null;
}

export interface NegativeCount {
  readonly line: BuildLine;
  readonly count: Count;
}

/**
 * Joins sources that turned out to be one file: counts add up, branches add by position. Files and
 * lines keep the order in which they were first met.
 */
export function gatherTargets(resolved: readonly ResolvedSource[]): Target[] {
  const targets = new Map<string, Target>();
  for (const { source, path } of resolved) {
    const before = targets.get(path);
    const negative = before?.negative ?? negativeCount(source);
    targets.set(
      path,
      before
        ? {
            path,
            lines: addMaps(before.lines, source.lines, addCounts),
            branches: addMaps(before.branches, source.branches, mergeBranches),
            negative,
          }
        : { path, lines: source.lines, branches: source.branches, negative },
    );
  }
  return [...targets.values()];
}

function negativeCount({ lines, branches }: SourceCounts): NegativeCount | null {
  for (const [line, count] of lines) if (count < 0) return { line, count };
  for (const [line, all] of branches) {
    for (const { taken } of all) if (taken !== null && taken < 0) return { line, count: taken };
  }
  return null;
}

function addMaps<Value>(
  a: ReadonlyMap<BuildLine, Value>,
  b: ReadonlyMap<BuildLine, Value>,
  add: (a: Value, b: Value) => Value,
): ReadonlyMap<BuildLine, Value> {
  const sum = new Map(a);
  for (const [line, value] of b) {
    const before = sum.get(line);
    sum.set(line, before === undefined ? value : add(before, value));
  }
  return sum;
}
