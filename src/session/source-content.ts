import type { FileCounts } from '../gcov/file-counts.js';
import type { RawObject } from '../gcov/raw-object.js';
import type { Reading } from './drop-earlier-readings.js';

/** What the sources of one command held. */
export interface SourceContent {
  readonly objects: readonly RawObject[];
  /** Counts that were already decoded by somebody else. */
  readonly counts: readonly FileCounts[];
  /** Folders and files with notes that lie beside the data. */
  readonly noteFolders: readonly string[];
  readonly warnings: readonly string[];
  /** Why objects may be missing without a trace: a dump without its beginning or end. */
  readonly gaps: readonly string[];
  /** SHA-256 of a stream, which cannot be read again; null when the source was none, or several. */
  readonly streamSha256: string | null;
}

/** What one source held, its objects apart by the time they were read. */
export interface SourcePart {
  readonly readings: readonly Reading[];
  readonly counts?: readonly FileCounts[];
  readonly noteFolders?: readonly string[];
  readonly warnings?: readonly string[];
  readonly gaps?: readonly string[];
}
