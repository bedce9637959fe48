import type { FunctionIdentity } from './counter-data.js';
import type { GcovVersion } from './gcov-version.js';

/** Bits of an arc's flags. */
export const ARC_ON_TREE = 1;
export const ARC_FAKE = 2;
export const ARC_FALLTHROUGH = 4;

/** The possible ways from block to block, of all functions of a file, column by column. */
export interface NotesArcs {
  readonly source: readonly number[];
  readonly target: readonly number[];
  readonly flags: readonly number[];
}

/**
 * Which lines of which source a block belongs to, of all functions of a file, column by column; a
 * block may have several locations.
 */
export interface NotesLocations {
  readonly block: readonly number[];
  /** As an index into the sources of the file. */
  readonly source: readonly number[];
  /** Location `n` has `lines[firstLine[n]]` up to before `lines[firstLine[n + 1]]`. */
  readonly firstLine: readonly number[];
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
  /** The path as an index into the sources of the file. */
  readonly source: number;
  readonly startLine: number;
  /** The start line where the format has no end (before GCC 8). */
  readonly endLine: number;
  /** Entry is block 0; `exitBlock` says which one is the exit. */
  readonly blockCount: number;
  readonly exitBlock: number;
  /** Its own are `firstArc` up to before `endArc`; those off the tree have the counters, in order. */
  readonly arcs: NotesArcs;
  readonly firstArc: number;
  readonly endArc: number;
  /** Number of arcs off the spanning tree, so of arc counters. */
  readonly counterCount: number;
  /** Its own are `firstLocation` up to before `endLocation`. */
  readonly locations: NotesLocations;
  readonly firstLocation: number;
  readonly endLocation: number;
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
  /** Paths of the sources as the compiler wrote them, each once, in the order met. */
  readonly sources: readonly string[];
  readonly functions: readonly NotesFunction[];
}
