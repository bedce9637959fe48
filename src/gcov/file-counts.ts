import type { Count } from '../base/count.js';
import type { UnitTraits } from './unit-traits.js';

/** A line number in the sources as they were compiled. */
export type BuildLine = number & { readonly __tree?: 'build' };

/**
 * One branch of a line as lcov numbers it: `block` is 0 for gcov data, `branch` the position on the
 * line; `taken` is null when the branch was never reached.
 */
export interface BranchCount {
  readonly block: number;
  readonly branch: number;
  readonly taken: Count | null;
}

export interface FunctionCount {
  readonly line: BuildLine;
  readonly count: Count;
  /** Prime path coverage (GCC 15 and later, -fpath-coverage). */
  readonly primePaths?: { readonly total: number; readonly covered: number };
}

/** MC/DC data of one condition block (GCC 14 and later), as gcov's JSON gives it. */
export interface ConditionCount {
  readonly count: number;
  readonly covered: number;
  readonly notCoveredTrue: readonly number[];
  readonly notCoveredFalse: readonly number[];
}

/** What is known of one source file: a line with a count is executable, a missing one is not. */
export interface FileCounts {
  /** The source as the compiler named it. */
  readonly path: string;
  readonly lines: ReadonlyMap<BuildLine, Count>;
  readonly branches: ReadonlyMap<BuildLine, readonly BranchCount[]>;
  /** By assembler name. */
  readonly functions: ReadonlyMap<string, FunctionCount>;
  readonly conditions: ReadonlyMap<BuildLine, readonly ConditionCount[]>;
}

/** The counts of one translation unit, with the folder its relative source paths are meant from. */
export interface UnitCounts {
  /** The `.gcda` (or `.gcno`) this came from, for messages. */
  readonly name: string;
  /** The `.gcno` it was counted with, where known; `name` as well when there was no data. */
  readonly notesPath?: string;
  /** Working directory of the compiler (GCC 9 and later), else null. */
  readonly compileDirectory: string | null;
  readonly files: ReadonlyMap<string, FileCounts>;
  /** How far its zeros can be believed; null or missing where they all can. */
  readonly traits?: UnitTraits | null;
}
