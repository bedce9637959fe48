import type { RawObject } from '../gcov/raw-object.js';
import type { BoardConnection } from './board-connection.js';
import { refuseNoEffect } from './refuse-no-effect.js';
import type { SessionContext } from './session-context.js';
import type { SessionEvent } from './session-event.js';
import { keepObjects } from './take-coverage.js';

export interface BeginRequest {
  /** Number of the reading a baseline is kept as. */
  readonly number: number;
  readonly signal: AbortSignal;
  /** The last reading, if the counters were not zeroed since. */
  readonly before: readonly RawObject[];
}

export interface Begun {
  /** What is to be subtracted from now on; empty when the counters are zero. */
  readonly baseline: readonly RawObject[];
  /** For the journal. */
  readonly event: Omit<Extract<SessionEvent, { type: 'zeroed' }>, 'at'>;
}

/**
 * Zeroes the counters of a board, or, where it cannot be zeroed, reads a baseline and keeps it in the
 * session folder. Errors: those of `BoardConnection.zero`, NO_ANSWER (zeroing had no effect),
 * FILE_UNWRITABLE.
 */
export async function beginCounting(
  context: SessionContext,
  board: BoardConnection,
  { number, signal, before }: BeginRequest,
): Promise<Begun> {
  const options = { rawFolder: context.folder.rawPath, signal, onProgress: () => undefined };
  if (board.canZero || board.canBaseline !== true || board.baseline === undefined) {
    const result = await board.zero(options);
    refuseNoEffect(before, result);
    const { words, isSure } = result;
    return { baseline: [], event: { type: 'zeroed', result: [...words], isSure } };
  }
  const { words, isSure, objects } = await board.baseline(options);
  const baseline = await keepObjects(context, number, {
    source: board.port,
    rawSha256: null,
    warnings: [],
    gaps: [],
    objects,
  });
  return { baseline: objects, event: { type: 'zeroed', result: [...words], isSure, baseline } };
}
