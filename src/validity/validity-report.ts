import type { Count } from '../base/count.js';
import type { BaseLine } from '../capture/capture.js';

/** A line number in the tree that is being asked about. */
export type NowLine = number & { readonly __tree?: 'now' };

/** One selected capture. */
export interface Run {
  readonly id: number;
  /** File name in the store. */
  readonly file: string;
  readonly ticket: string | null;
  readonly board: string;
  /** display_name, else board, else tier. */
  readonly label: string;
  readonly tier: string;
  readonly baseCommit: string;
  readonly capturedAt: string;
  readonly isAging: boolean;
  readonly dirtyRemap: boolean;
}

/** null: nothing to say beside the hits. */
export type LineState = 'stale' | 'aging' | null;

/** What all runs saw of one branch. */
export interface BranchVerdict {
  readonly block: number;
  readonly branch: number;
  /** By tier: how often it was taken; absent when never. */
  readonly hits: ReadonlyMap<string, Count>;
  /** By tier: whether its condition was ever evaluated. */
  readonly reachable: ReadonlyMap<string, boolean>;
}

/** What the evidence says of one line of the tree asked about. */
export interface LineVerdict {
  /** By tier. */
  readonly hits: ReadonlyMap<string, Count>;
  readonly state: LineState;
  /** `excluded`, `tier:NAME`, `aging`, `stale` or `uncovered`: what a report draws. */
  readonly row: string;
  /** Credit by run id. */
  readonly runHits: ReadonlyMap<number, Count>;
  /** Runs whose evidence was revoked and that had this number for it. */
  readonly staleRuns: readonly number[];
  readonly branches: readonly BranchVerdict[];
}

export interface FileVerdict {
  /** Ascending. */
  readonly lines: ReadonlyMap<NowLine, LineVerdict>;
  /** Lines taken out by exclusion markers, ascending. */
  readonly excluded: readonly NowLine[];
}

/** Why evidence for a line does not count any more. */
export type LossCause =
  /** Its text changed. */
  | 'edited'
  /** Only its spacing changed, but the compiler reads other tokens. */
  | 'respaced'
  | 'deleted'
  /** The file is not in the tree. */
  | 'file-gone'
  /** The path is a link or something else that is not a plain file. */
  | 'link'
  /** The file is not text any more. */
  | 'not-text'
  /** The base commit does not have the file as recorded. */
  | 'broken-anchor'
  /** Neither the base commit nor what it held can be read, or the file cannot. */
  | 'unreachable'
  /** The numbers are not those of the file's lines. */
  | 'line-table';

export interface NowPlace {
  readonly path: string;
  readonly line: NowLine;
}

/** One executed line whose evidence no longer counts. */
export interface LostLine {
  readonly run: number;
  /** Path and line as captured. */
  readonly path: string;
  readonly line: BaseLine;
  readonly count: Count;
  readonly cause: LossCause;
  /** Where that code is now, when it is anywhere. */
  readonly now: NowPlace | null;
  /** Runs that executed the code that took its place. */
  readonly reprovedBy: readonly number[];
}

/** The whole answer: what every capture of the store is worth against one tree. */
export interface ValidityReport {
  /** The instant ageing was judged at. */
  readonly today: string;
  /** File names of the captures that count, and of those a newer one replaced. */
  readonly selected: readonly string[];
  readonly superseded: readonly string[];
  readonly runs: readonly Run[];
  /** By path in the tree asked about (the old path where the file is gone), in byte order. */
  readonly files: ReadonlyMap<string, FileVerdict>;
  readonly lost: readonly LostLine[];
  readonly warnings: readonly string[];
  readonly gitSpawns: number;
}
