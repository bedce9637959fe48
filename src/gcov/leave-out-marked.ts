import type { ExclusionMarkers } from '../base/exclusion-markers.js';
import type { BranchCount, BuildLine, FileCounts } from './file-counts.js';

/** By line, for each branch by its number: whether it is the way of an exception. */
export type ThrowBranches = ReadonlyMap<BuildLine, readonly boolean[]>;

export interface MarkedCounts {
  readonly counts: FileCounts;
  /** Lines that ran although they are marked as unreachable. They stay. */
  readonly reachedLines: readonly BuildLine[];
}

/**
 * Leaves out of the counts of a source what its markers exclude, as lcov does while it captures: an
 * excluded line loses its counts, its branches and the functions that start there. Unreachable lines
 * are left out unless they ran (lcov 2). Other branches keep their numbers. lcov 1.16 of Debian
 * leaves out every branch of a line whose exceptions are excluded; its manual and all other versions
 * leave out those of exceptions only, and so does this.
 */
export function leaveOutMarked(
  counts: FileCounts,
  markers: ExclusionMarkers,
  throws: ThrowBranches,
): MarkedCounts {
  const reached = new Set<BuildLine>();
  const isOut = (line: BuildLine, isHit: boolean): boolean => {
    if (markers.lines.has(line)) return true;
    if (!markers.unreachableLines.has(line)) return false;
    if (isHit) reached.add(line);
    return !isHit;
  };
  const lines = keep(counts.lines, (count, line) => (isOut(line, isNotZero(count)) ? null : count));
  const functions = keep(counts.functions, (counted) =>
    isOut(counted.line, isNotZero(counted.count)) ? null : counted,
  );
  const branches = keep(counts.branches, (ofLine, line) => {
    if (markers.branchLines.has(line) || isOut(line, ofLine.some(isTaken))) return null;
    if (!markers.exceptionLines.has(line)) return ofLine;
    const isThrow = throws.get(line) ?? [];
    const kept = ofLine.filter(({ branch }) => isThrow[branch] !== true);
    return kept.length > 0 ? kept : null;
  });
  const conditions = keep(counts.conditions, (ofLine, line) =>
    lines.has(line) && !markers.branchLines.has(line) ? ofLine : null,
  );
  return {
    counts: { path: counts.path, lines, branches, functions, conditions },
    reachedLines: [...reached].sort((a, b) => a - b),
  };
}

function isNotZero(count: number | bigint): boolean {
  return count !== 0;
}

function isTaken({ taken }: BranchCount): boolean {
  return taken !== null && isNotZero(taken);
}

function keep<Key, Value>(
  all: ReadonlyMap<Key, Value>,
  change: (value: Value, key: Key) => Value | null,
): ReadonlyMap<Key, Value> {
  const kept = new Map<Key, Value>();
  for (const [key, value] of all) {
    const changed = change(value, key);
    if (changed !== null) kept.set(key, changed);
  }
  return kept;
}
