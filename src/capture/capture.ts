import type { Count } from '../base/count.js';

/** The one format version this tool reads and writes. */
export const CAPTURE_SCHEMA = 2;

/** A line number in the commit the capture is anchored to. */
export type BaseLine = number & { readonly __tree?: 'base' };

/** `[block, branch, taken]`; null is lcov's `-`, never reached. */
export type BranchTriple = readonly [block: number, branch: number, taken: Count | null];

/** Evidence for one source file. Maps keep the order of the source, which the bytes depend on. */
export interface CapturedFile {
  /** Blob id of the file in the base commit, or null when it was not recorded. */
  readonly blob: string | null;
  readonly lines: ReadonlyMap<BaseLine, Count>;
  readonly branches: ReadonlyMap<BaseLine, readonly BranchTriple[]>;
}

/** Schema v2, field for field (names in the file are snake_case). */
export interface Capture {
  readonly tier: string;
  /** Full hexadecimal commit id the line numbers belong to. */
  readonly baseCommit: string;
  readonly dirtyRemap: boolean;
  /** `YYYY-MM-DDTHH:MM:SSZ`, or empty when unknown. */
  readonly capturedAt: string;
  readonly tester: { readonly name: string; readonly email?: string | undefined } | null;
  readonly ticket: string | null;
  readonly note: string | null;
  readonly labs: readonly string[];
  readonly board: string;
  readonly displayName: string | null;
  /** By path relative to the project root, `/` separated. */
  readonly files: ReadonlyMap<string, CapturedFile>;
}
