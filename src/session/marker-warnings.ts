import { marksNothing, type ExclusionMarkers } from '../base/exclusion-markers.js';
import { printable } from '../base/printable.js';
import { lineRanges } from '../report/line-ranges.js';
import type { MovedTree } from './locate-sources.js';

/** One source and what became of its markers. */
export interface MarkedSource {
  /** As the build names it. */
  readonly name: string;
  /** Null when the source could not be read. */
  readonly markers: ExclusionMarkers | null;
  /** The tree it was read in, when that is not where it was built. */
  readonly moved: MovedTree | null;
  /** Lines marked as unreachable that ran. */
  readonly reachedLines: readonly number[];
  /** The notes tell which of its branches are ways of exceptions, or no marker asks. */
  readonly knowsThrows: boolean;
}

const MAX_NAMED = 4;

/**
 * What is worth knowing about the markers of all sources: where they could not be looked for, that
 * they were taken from a tree that was moved, and those that do not do what their author meant.
 */
export function markerWarnings(sources: readonly MarkedSource[]): readonly string[] {
  return [...notLookedFor(sources), ...movedTrees(sources), ...sources.flatMap(oddities)];
}

function notLookedFor(sources: readonly MarkedSource[]): readonly string[] {
  const missing = sources
    .filter(({ markers }) => markers === null)
    .map(({ name }) => printable(name));
  if (missing.length === 0) return [];
  const named = missing.slice(0, MAX_NAMED).join(', ');
  const rest = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  return [
    `exclusion markers were not looked for in ${missing.length} of ${sources.length} ${sources.length === 1 ? 'source' : 'sources'}, which cannot be read here: ${named}${rest}`,
  ];
}

function movedTrees(sources: readonly MarkedSource[]): readonly string[] {
  const trees = new Map<string, string>();
  for (const { markers, moved } of sources) {
    if (moved && markers && !marksNothing(markers)) trees.set(moved.from, moved.to);
  }
  return Array.from(
    trees,
    ([from, to]) =>
      `what was built in ${printable(from)} is not there: the exclusion markers in ${printable(to)} are taken for its own`,
  );
}

function oddities({ name, markers, reachedLines, knowsThrows }: MarkedSource): readonly string[] {
  const shown = printable(name);
  const warnings = (markers?.unclosed ?? []).map(
    ({ marker, line }) =>
      `${shown}:${line}: ${marker} is never closed, so it holds to the end of the file`,
  );
  if (reachedLines.length > 0) {
    const isOne = reachedLines.length === 1;
    warnings.push(
      `${shown}: ${isOne ? 'line' : 'lines'} ${lineRanges(reachedLines)} ran although marked as unreachable, and ${isOne ? 'stays' : 'stay'}`,
    );
  }
  if (!knowsThrows) {
    warnings.push(
      `${shown}: LCOV_EXCL_EXCEPTION_BR markers have no effect, because its notes do not tell which branches are ways of exceptions`,
    );
  }
  return warnings;
}
