import type { BoardConnection, Taken } from './board-connection.js';
import type { FetchedObjects } from './object-files.js';
import type { SessionContext } from './session-context.js';
import { keepObjects } from './take-coverage.js';

export interface TakeRequest {
  readonly type: 'fetched' | 'snapshot';
  /** Counts the readings of this session, from 1. */
  readonly number: number;
  readonly signal: AbortSignal;
  /** What the tester calls it, or null. */
  readonly label: string | null;
}

/**
 * Reads the counters off the board, keeps raw bytes and objects in the session folder and notes
 * them in the journal; decoding comes after. Errors: those of `BoardConnection.take`.
 */
export async function takeFromBoard(
  context: SessionContext,
  board: BoardConnection,
  { type, number, signal, label }: TakeRequest,
): Promise<FetchedObjects & Taken> {
  const { core, folder } = context;
  const startMs = core.clock.now().getTime();
  core.update({ fetch: { receivedBytes: 0, totalBytes: null, elapsedMs: 0, objects: [] } });
  const taken = await board.take({
    rawFolder: folder.rawPath,
    signal,
    onProgress: (progress) => {
      const elapsedMs = core.clock.now().getTime() - startMs;
      core.update({ fetch: { ...progress, elapsedMs } });
    },
  });
  const fetched = { ...taken, source: board.port };
  const rawFile = await keepObjects(context, number, fetched);
  core.record({
    type,
    rawFile,
    rawSha256: taken.rawSha256 ?? '',
    ...(label === null ? {} : { label }),
    objects: taken.objects.map(({ path, status, bytes, reason }) => ({
      path,
      status,
      sizeBytes: bytes.length,
      ...(reason === undefined ? {} : { reason }),
    })),
  });
  return fetched;
}
