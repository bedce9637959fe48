import { BenchError } from '../base/bench-error.js';
import { malformedStore, type MalformedFile } from '../store/read-store.js';

/** The refusal of a store with files that cannot be read; scripts get them as a list. */
export class MalformedStoreError extends BenchError {
  constructor(readonly files: readonly MalformedFile[]) {
    const { message, why, hints } = malformedStore(files);
    super('MALFORMED_CAPTURE', message, { why, hints });
  }
}

/** Refuses a store with malformed files, all of them named. Errors: MALFORMED_CAPTURE. */
export function refuseMalformed(malformed: readonly MalformedFile[]): void {
  if (malformed.length > 0) throw new MalformedStoreError(malformed);
}
