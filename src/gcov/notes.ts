import type { FunctionIdentity } from './counter-data.js';
import type { GcovVersion } from './gcov-version.js';

/** Bits of an arc's flags. */
export const ARC_ON_TREE = 1;
export const ARC_FAKE = 2;
export const ARC_FALLTHROUGH = 4;

/** A possible way from one block to another. */
export interface NotesArc {
  readonly source: number;
  readonly target: number;
  readonly flags: number;
}

/** Lines of one source that a block belongs to; a block may have several of these. */
export interface NotesLocation {
  readonly block: number;
  readonly path: string;
  /** In the order of the file. */
  readonly lines: readonly number[];
}

/** A block that decides on `termCount` conditions. */
export interface NotesCondition {
  readonly block: number;
  readonly termCount: number;
}

/** One function of a notes file: its flow graph and where its blocks are in the sources. */
export interface NotesFunction extends FunctionIdentity {
  /** Assembler name. */
  readonly name: string;
  /** Made by the compiler, without source of its own. */
  readonly isArtificial: boolean;
  readonly path: string;
  readonly startLine: number;
  /** The start line where the format has no end (before GCC 8). */
  readonly endLine: number;
  /** Entry is block 0; `exitBlock` says which one is the exit. */
  readonly blockCount: number;
  readonly exitBlock: number;
  /** In file order: the arcs off the tree have the counters, in this order. */
  readonly arcs: readonly NotesArc[];
  readonly locations: readonly NotesLocation[];
  readonly conditions: readonly NotesCondition[];
  /** Number of prime paths (GCC 15 and later, -fpath-coverage), else null. */
  readonly pathCount: number | null;
  /** Byte offset of the function record. */
  readonly offset: number;
}

/** The content of one `.gcno` file. */
export interface Notes {
  readonly name: string;
  readonly version: GcovVersion;
  readonly stamp: number;
  /** Working directory of the compiler (GCC 9 and later), else null. */
  readonly compileDirectory: string | null;
  /** Written by clang, which counts lines and branches by rules of its own. */
  readonly isClang: boolean;
  readonly functions: readonly NotesFunction[];
}
