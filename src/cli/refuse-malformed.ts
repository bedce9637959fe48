import { malformedStore, type MalformedFile } from '../store/read-store.js';
import { MalformedStoreError } from './malformed-store-error.js';

/** Refuses a store with malformed files, all of them named. Errors: MALFORMED_CAPTURE. */
export function refuseMalformed(malformed: readonly MalformedFile[]): void {
  if (malformed.length > 0) throw new MalformedStoreError(malformed, malformedStore(malformed));
}
