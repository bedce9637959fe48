import type { Count } from '../base/count.js';
import type { BaseLine, BranchTriple } from '../capture/capture.js';

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

/** What the evidence says of one line of the tree asked about. */
export interface LineVerdict {
  /** By tier. */
  readonly hits: ReadonlyMap<string, Count>;
  readonly state: LineState;
  /** `excluded`, `tier:NAME`, `aging`, `stale` or `uncovered`: what a report draws. */
  readonly row: string;
  /** Credit by run id. */
  readonly runHits: ReadonlyMap<number, Count>;
  /** Runs whose evidence for this line was revoked. */
  readonly staleRuns: readonly number[];
  readonly branches: readonly BranchTriple[];
}

export interface FileVerdict {
  readonly lines: ReadonlyMap<NowLine, LineVerdict>;
  /** Lines taken out by exclusion markers, ascending. */
  readonly excluded: readonly NowLine[];
}

export type LossCause =
  | 'edited'
  | 'deleted'
  | 'file-gone'
  | 'not-text'
  | 'broken-anchor'
  | 'unreachable'
  | 'link'
  | 'line-table'
  | 'superseded';

/** One executed line whose evidence no longer counts. */
export interface LostLine {
  readonly run: number;
  /** Path and line as captured. */
  readonly path: string;
  readonly line: BaseLine;
  readonly cause: LossCause;
  /** Where that code is now, when it is anywhere. */
  readonly now: { readonly path: string; readonly line: NowLine } | null;
}

/** The whole answer: what every capture of the store is worth against one tree. */
export interface ValidityReport {
  /** The instant ageing was judged at. */
  readonly today: string;
  /** File names of the captures that count, and of those a newer one replaced. */
  readonly selected: readonly string[];
  readonly superseded: readonly string[];
  readonly runs: readonly Run[];
  /** By path in the tree asked about (the old path where the file is gone). */
  readonly files: ReadonlyMap<string, FileVerdict>;
  readonly lost: readonly LostLine[];
  readonly warnings: readonly string[];
  readonly gitSpawns: number;
}
