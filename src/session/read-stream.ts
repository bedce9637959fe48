import { BenchError } from '../base/bench-error.js';
import { unreadableFile } from './unreadable-file.js';

/** A Node stream or a generator; the former has to be destroyed to end a wait for its next bytes. */
export type ByteStream = AsyncIterable<unknown> & { readonly destroy?: () => unknown };

/** Who may stop a wait, and who is told of it. */
export interface StreamWaits {
  readonly signal?: AbortSignal;
  /** Called once with a sentence when nothing comes at first. */
  readonly onWait?: (sentence: string) => void;
}

const SILENCE_MS = 3_000;
const MAX_STREAM_BYTES = 1024 * 1024 * 1024;

/**
 * The bytes of a stream as they come, up to its end; `name` is for messages. A cancellation ends it
 * at once, also while nothing comes. Errors: FILE_UNREADABLE (also beyond 1 GiB), CANCELLED.
 */
export async function* readStream(
  stream: ByteStream,
  name: string,
  { signal, onWait }: StreamWaits,
): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  const timer = setTimeout(() => onWait?.(`waiting for data from ${name}`), SILENCE_MS);
  let size = 0;
  try {
    for (;;) {
      const next = await orCancelled(chunks.next(), name, signal);
      clearTimeout(timer);
      if (next.done) return;
      if (!Buffer.isBuffer(next.value)) continue;
      size += next.value.length;
      if (size > MAX_STREAM_BYTES) throw endless(name);
      yield next.value;
    }
  } catch (cause) {
    throw unreadableFile(name, cause);
  } finally {
    clearTimeout(timer);
    stream.destroy?.();
    // Not waited for: what is closed may be in the middle of a wait itself.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

async function orCancelled<Value>(
  next: Promise<Value>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return next;
  let cancel: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new BenchError('CANCELLED', `reading ${name} was cancelled`));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel);
  });
  try {
    return await Promise.race([next, cancelled]);
  } finally {
    if (cancel) signal.removeEventListener('abort', cancel);
  }
}

function endless(name: string): BenchError {
  return new BenchError('FILE_UNREADABLE', `${name} does not end`, {
    why: `it gave more than ${MAX_STREAM_BYTES} bytes`,
    hints: ['save what is needed of it to a file, and name that'],
  });
}
