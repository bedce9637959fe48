import { setImmediate as breathe } from 'node:timers/promises';
import type { Link } from '../link/link.js';
import type { DumpDecoder } from '../wire/dump-decoder.js';
import { SLICE_BYTES } from './decode-raw-file.js';
import { LinkInbox } from './link-inbox.js';
import type { RawFile } from './raw-file.js';

export interface ReceiveOptions {
  /** What to send to have the board dump. */
  readonly command: Uint8Array;
  readonly prompt: string | null;
  readonly idleTimeoutMs: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: () => void;
}

/**
 * Why a dump was waited for no longer: its end came, the board said nothing at all, it stopped
 * talking, or time was up.
 */
export type ReceiveEnd = 'ended' | 'silent' | 'stopped' | 'late';

/** After the end of a dump: how long the rest (a prompt) is waited for, and how long at most. */
const QUIET_MS = 200;
const REST_MS = 1_000;
const MOST_RAW_BYTES = 64 * 1024 * 1024;

/**
 * Has the board dump once and takes what comes: every byte is in the raw file before the decoder
 * sees it. Errors: LINK_LOST, CANCELLED, TIMED_OUT, FILE_UNWRITABLE, DAMAGED_DUMP (beyond any bound).
 */
export async function receiveDump(
  link: Link,
  raw: RawFile,
  decoder: DumpDecoder,
  options: ReceiveOptions,
): Promise<ReceiveEnd> {
  const { signal, idleTimeoutMs, prompt } = options;
  const inbox = new LinkInbox(link);
  const dumpsBefore = decoder.progress().endedDumps;
  const bytesBefore = raw.receivedBytes;
  let deadlineMs = performance.now() + options.timeoutMs;
  let hasEnded = false;
  let tail = '';
  try {
    await link.write(options.command, signal);
    for (;;) {
      const leftMs = deadlineMs - performance.now();
      const waitMs = Math.min(hasEnded ? QUIET_MS : idleTimeoutMs, leftMs);
      const bytes = waitMs > 0 ? await inbox.next(waitMs, signal) : null;
      if (bytes === null) {
        if (hasEnded) return 'ended';
        if (waitMs >= leftMs) return 'late';
        if (raw.receivedBytes === bytesBefore) return 'silent';
        // Without an end marker, silence behind a whole object is the end.
        return decoder.progress().mayBeOver ? 'ended' : 'stopped';
      }
      await raw.append(bytes);
      for (let at = 0; at < bytes.length && !signal.aborted; at += SLICE_BYTES) {
        if (at > 0) await breathe();
        // A flood must not outlast the time there is; what is left is on disk.
        if (performance.now() > deadlineMs) break;
        decoder.push(bytes.subarray(at, at + SLICE_BYTES));
      }
      options.onBytes();
      const { endedDumps, isArriving, mayBeOver } = decoder.progress();
      if (!hasEnded && endedDumps > dumpsBefore && !isArriving) {
        hasEnded = true;
        deadlineMs = performance.now() + REST_MS;
      }
      if (prompt !== null) {
        tail = (tail + Buffer.from(bytes).toString('latin1')).slice(-prompt.length);
        const isAnswer = raw.receivedBytes - bytesBefore > options.command.length + prompt.length;
        if ((hasEnded || (mayBeOver && isAnswer)) && tail === prompt) return 'ended';
      }
      if (raw.receivedBytes - bytesBefore > MOST_RAW_BYTES) return 'late';
    }
  } finally {
    inbox.close();
  }
}
