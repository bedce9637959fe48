import type { BranchCount, BuildLine, FileCounts, UnitCounts } from '../gcov/file-counts.js';
import type { Count } from '../base/count.js';

/** The counts of one source as one unit or tracefile names it; lines are those of the build. */
export interface SourceCounts {
  readonly path: string;
  /** What a relative path is meant from; null when the notes or the tracefile do not say. */
  readonly compileDirectory: string | null;
  readonly lines: ReadonlyMap<BuildLine, Count>;
  readonly branches: ReadonlyMap<BuildLine, readonly BranchCount[]>;
}

/** The sources of decoded units, each with the folder its unit was compiled in. */
export function sourcesOfUnits(units: Iterable<UnitCounts>): SourceCounts[] {
  return [...units].flatMap((unit) =>
    [...unit.files.values()].map((file) => sourceOf(file, unit.compileDirectory)),
  );
}

/** The sources of an LCOV tracefile. */
export function sourcesOfFiles(files: Iterable<FileCounts>): SourceCounts[] {
  return [...files].map((file) => sourceOf(file, null));
}

function sourceOf(file: FileCounts, compileDirectory: string | null): SourceCounts {
  return { path: file.path, compileDirectory, lines: file.lines, branches: file.branches };
}
