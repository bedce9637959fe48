import { BenchError } from '../base/bench-error.js';

/** A file of the store that cannot be read, with the reason. */
export interface UnreadableCapture {
  readonly file: string;
  readonly error: BenchError;
}

/** The refusal of a store with files that cannot be read; scripts get them as a list. */
export class MalformedStoreError extends BenchError {
  constructor(
    readonly files: readonly UnreadableCapture[],
    { message, why, hints }: BenchError,
  ) {
    super('MALFORMED_CAPTURE', message, { why, hints });
  }
}
