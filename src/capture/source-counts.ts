import type { BranchCount, BuildLine, FileCounts, UnitCounts } from '../gcov/file-counts.js';
import type { Count } from '../base/count.js';
import { nameSources } from '../gcov/name-sources.js';

/** The counts of one source as one unit or tracefile names it; lines are those of the build. */
export interface SourceCounts {
  readonly path: string;
  /** What a relative path is meant from; null when the notes or the tracefile do not say. */
  readonly compileDirectory: string | null;
  /** Folders of notes that mean different files by this name; it cannot be told which is meant. */
  readonly sharedBy?: readonly string[];
  readonly lines: ReadonlyMap<BuildLine, Count>;
  readonly branches: ReadonlyMap<BuildLine, readonly BranchCount[]>;
}

/** The sources of decoded units, each with the folder its unit was compiled in. */
export function sourcesOfUnits(units: Iterable<UnitCounts>): SourceCounts[] {
  const all = [...units];
  const naming = nameSources(all);
  return all.flatMap((unit) =>
    [...unit.files].map(([path, file]): SourceCounts => {
      const shared = naming.sharedBy(unit, path);
      const source = sourceOf(file, unit.compileDirectory);
      return shared === null ? source : { ...source, sharedBy: shared.folders };
    }),
  );
}

/** The sources of an LCOV tracefile. */
export function sourcesOfFiles(files: Iterable<FileCounts>): SourceCounts[] {
  return [...files].map((file) => sourceOf(file, null));
}

function sourceOf(file: FileCounts, compileDirectory: string | null): SourceCounts {
  return { path: file.path, compileDirectory, lines: file.lines, branches: file.branches };
}
