/** Why a source of the build is not part of the evidence. */
export type SkipReason =
  | 'outside-project'
  | 'unmapped'
  | 'ambiguous'
  | 'not-committed'
  | 'link'
  | 'submodule'
  | 'not-in-work-tree'
  | 'bad-name'
  | 'bad-count'
  | 'beyond-end'
  | 'line-table'
  | 'other-text';

export interface SkippedSource {
  /** As the build names it, or in the project once that is known. */
  readonly path: string;
  readonly reason: SkipReason;
  /** The reason in words, to be read after the path and a colon. */
  readonly text: string;
}
