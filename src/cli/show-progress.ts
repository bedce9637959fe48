import type { BenchSession } from '../session/bench-session.js';
import type { FetchProgress } from '../session/session-state.js';
import type { CliContext } from './cli-context.js';

const REPAINT_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

/** Keeps one line on the terminal that says how far a fetch is; gives the function that ends it. */
export function showProgress(context: CliContext, session: BenchSession): () => void {
  if (!context.isTerminal || context.json) return () => undefined;
  let lastMs = 0;
  const stop = session.subscribe(({ fetch }) => {
    const nowMs = performance.now();
    if (!fetch || nowMs - lastMs < REPAINT_MS) return;
    lastMs = nowMs;
    context.output.status(`${CLEAR_LINE}${progressText(fetch)}`);
  });
  return () => {
    stop();
    context.output.status(CLEAR_LINE);
  };
}

/** `fetching: 3 of 9 objects, 84100 bytes`. */
export function progressText({ receivedBytes, objects }: FetchProgress): string {
  const arrived = objects.filter(({ status }) => status !== 'waiting' && status !== 'reading');
  return `fetching: ${arrived.length} of ${objects.length} objects, ${receivedBytes} bytes`;
}
