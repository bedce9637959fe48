import { BenchError } from '../base/bench-error.js';

export interface WaitOptions {
  /** What is being done, for the message: `opening serial:/dev/ttyACM0`. */
  readonly doing: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a wait is settled with; the first call counts. */
export interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A promise that ends in bounded time whatever happens: `start` begins something and may give back
 * a function that lets go of it, called exactly once. Errors: TIMED_OUT, CANCELLED, what `start` says.
 */
export function waitFor<T>(
  options: WaitOptions,
  start: (settle: Settle<T>) => (() => void) | undefined,
): Promise<T> {
  const { doing, timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    let letGo: (() => void) | undefined;
    let isSettled = false;
    const finish = (act: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      letGo?.();
      act();
    };
    const onAbort = (): void =>
      finish(() => reject(new BenchError('CANCELLED', `${doing} was cancelled`)));
    const timer = setTimeout(
      () => finish(() => reject(new BenchError('TIMED_OUT', `${doing} took over ${timeoutMs} ms`))),
      timeoutMs,
    );
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    letGo = start({
      resolve: (value) => finish(() => resolve(value)),
      reject: (error) => finish(() => reject(error as Error)),
    });
    // `start` may have settled at once, before there was anything to let go of.
    if (isSettled) letGo?.();
  });
}

/** Waits for a time. Errors: CANCELLED. */
export function pause(durationMs: number, signal: AbortSignal, doing = 'the wait'): Promise<void> {
  return waitFor<void>({ doing, timeoutMs: durationMs + 60_000, signal }, ({ resolve }) => {
    const timer = setTimeout(() => resolve(undefined), durationMs);
    return () => clearTimeout(timer);
  });
}
