import type { BenchError } from '../base/bench-error.js';
import type { Count } from '../base/count.js';
import type { ObjectStatus } from '../gcov/raw-object.js';

/** The steps of a bench session, in order. */
export const STEPS = [
  'preflight',
  'connect',
  'zero',
  'exercise',
  'fetch',
  'review',
  'save',
  'commit',
  'done',
] as const;
export type Step = (typeof STEPS)[number];

/** `warning` may be forced and is then written down; `blocking` may not. */
export type Grade = 'running' | 'ok' | 'warning' | 'blocking';

/** One preflight check with the facts behind its grade and what to type about it. */
export interface Check {
  readonly id: string;
  readonly label: string;
  readonly grade: Grade;
  /** One line. */
  readonly text: string;
  readonly facts: readonly string[];
  readonly hints: readonly string[];
}

export type LinkState = 'none' | 'connecting' | 'up' | 'lost';

/** A board profile or port that can be chosen on the Connect step. */
export interface PortChoice {
  readonly port: string;
  readonly device: string;
  /** `free`, `busy: tio 4121`, `simulated`, `listening` ... */
  readonly state: string;
}

/** Progress of one expected object during a fetch. */
export interface ObjectProgress {
  readonly path: string;
  readonly status: ObjectStatus | 'waiting' | 'reading';
  readonly sizeBytes: number;
  readonly reason?: string;
}

export interface FetchProgress {
  readonly receivedBytes: number;
  /** Null when the way out does not announce it. */
  readonly totalBytes: number | null;
  readonly elapsedMs: number;
  readonly objects: readonly ObjectProgress[];
}

/** Coverage of one source file as the session sees it. */
export interface FileReview {
  /** Path in the repository. */
  readonly path: string;
  readonly hitLines: number;
  readonly totalLines: number;
  /** Hit lines no valid evidence of the store has. */
  readonly newLines: readonly number[];
  /** Recorded when true. */
  readonly isKept: boolean;
  /** Why it starts unticked, if so. */
  readonly remark: string;
  readonly counts: ReadonlyMap<number, Count>;
}

export interface CoverageSummary {
  readonly takenAt: string;
  readonly hitLines: number;
  readonly totalLines: number;
  readonly newLines: number;
  readonly files: readonly FileReview[];
}

/** What a reading has that the reading before it had not. */
export interface SnapshotDifference {
  readonly label: string | null;
  /** The reading before, in words; null for the first since the counters began. */
  readonly since: string | null;
  readonly hitLines: number;
  readonly newLines: number;
  /** Lines newly hit, by the path the build has, as whole ranges. */
  readonly files: readonly {
    readonly path: string;
    readonly ranges: readonly (readonly [from: number, to: number])[];
  }[];
}

/** A snapshot or a mark of a session, as its journal has it. */
export interface SessionMoment {
  readonly kind: 'snapshot' | 'mark';
  readonly at: string;
  /** The label, or the note of a mark; empty for a snapshot without one. */
  readonly text: string;
  /** Null for a mark. */
  readonly hitLines: number | null;
  readonly newLines: number | null;
}

export interface SaveForm {
  readonly ticket: string;
  readonly testerName: string;
  readonly testerEmail: string;
  readonly note: string;
  /** Comma separated. */
  readonly labs: string;
  readonly label: string;
}

/** What the evidence about to be written is worth against the tree as it is now, a file a row. */
export interface ValidityPreviewRow {
  readonly path: string;
  readonly validLines: number;
  readonly executedLines: number;
  readonly text: string;
}

export interface SavePreview {
  /** Path of the capture file relative to the project root. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly hitLines: number;
  readonly newLines: number;
  readonly rows: readonly ValidityPreviewRow[];
  readonly skipped: readonly string[];
  /** Evidence of other captures this one would replace, in words; empty when none. */
  readonly superseding: readonly string[];
  /** By form field: what is wrong with it. */
  readonly problems: Readonly<Partial<Record<keyof SaveForm, string>>>;
}

/** Exactly what will be committed. */
export interface CommitPlan {
  /** Relative to the project root. */
  readonly paths: readonly string[];
  readonly message: string;
  /** Names already staged by somebody else: they stay staged and out of this commit. */
  readonly foreignStaged: readonly string[];
}

/** A session found on disk. */
export interface SessionSummary {
  readonly id: string;
  readonly board: string;
  readonly ticket: string;
  readonly step: Step;
  readonly startedAt: string;
  readonly lastEventAt: string;
  readonly savedObjects: number;
  /** Snapshots and marks, oldest first. */
  readonly moments?: readonly SessionMoment[];
  /** Null when it may be resumed; else why not. */
  readonly refusal: string | null;
}

/** Everything a face of the session (wizard or command) may show. Immutable; replaced on change. */
export interface SessionState {
  readonly id: string;
  readonly step: Step;
  readonly projectRoot: string;
  readonly branch: string;
  readonly shortHead: string;
  readonly isDirty: boolean;
  readonly board: string;
  readonly displayName: string;
  readonly checks: readonly Check[];
  readonly ports: readonly PortChoice[];
  readonly port: string;
  readonly link: LinkState;
  /** Own words about the connection, newest last, each with its time. */
  readonly handshake: readonly string[];
  /** Lines the tester was last asked to act on, e.g. to paste into their debugger. */
  readonly instructions?: readonly string[];
  /** Steps that make sense on this board: a simulated or replayed one may have no zero command. */
  readonly canZero: boolean;
  /** Zeroing is done by reading a baseline, which is subtracted: the board cannot be zeroed. */
  readonly isBaseline?: boolean;
  readonly zeroResult: readonly string[];
  readonly isZeroed: boolean;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly fetch: FetchProgress | null;
  readonly coverage: CoverageSummary | null;
  /** What the last reading added, since there was one. */
  readonly difference?: SnapshotDifference | null;
  readonly form: SaveForm;
  readonly preview: SavePreview | null;
  readonly commitPlan: CommitPlan | null;
  /** Path of the written capture, once there is one. */
  readonly savedFile: string | null;
  readonly commitId: string | null;
  /** What is running now, in words, or null. */
  readonly busy: string | null;
  readonly message: string;
  readonly error: BenchError | null;
}
