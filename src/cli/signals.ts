import { EXIT } from './exit-code.js';

const EXIT_BY_SIGNAL = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGHUP: EXIT.hangUp,
} as const;

const GRACE_MS = 3_000;

/** Signals of this run: `signal` aborts on the first one, `exitCode` then says which it was. */
export interface SignalWatch {
  readonly signal: AbortSignal;
  exitCode(): number | null;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort, so that the command unwinds and the one clean-up
 * path runs. `endNow` is called when that takes over three seconds or a second signal comes.
 */
export function watchSignals(endNow: (exitCode: number) => void): SignalWatch {
  const controller = new AbortController();
  let exitCode: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (exitCode !== null) {
        endNow(exitCode);
        return;
      }
      const code = EXIT_BY_SIGNAL[name];
      exitCode = code;
      controller.abort();
      setTimeout(() => endNow(code), GRACE_MS).unref();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}
