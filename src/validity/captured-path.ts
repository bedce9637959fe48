import type { CapturedFile } from '../capture/capture.js';
import type { StoredCapture } from '../store/stored-capture.js';

/** One file of one capture. */
export interface CapturedPath {
  readonly stored: StoredCapture;
  readonly path: string;
  readonly file: CapturedFile;
}
