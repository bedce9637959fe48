import type { Capture } from '../capture/capture.js';

/** A capture as it lies in the store. */
export interface StoredCapture {
  /** File name inside the store folder. */
  readonly file: string;
  readonly capture: Capture;
}
