import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { LinkEvents } from './link-events.js';
import { lostError } from './lost-error.js';
import { waitFor } from './wait-for.js';

const WRITE_TIMEOUT_MS = 10_000;

/**
 * Gives bytes to the child process behind a link, once the system has taken them. Errors: LINK_LOST
 * (also when the link is over meanwhile), TIMED_OUT, CANCELLED.
 */
export async function writeToChild(
  { name, events }: { readonly name: string; readonly events: LinkEvents },
  child: ChildProcessWithoutNullStreams | null | undefined,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  if (!child || events.isOver || child.stdin.destroyed) throw lostError(name);
  await waitFor<void>(
    { doing: `sending to ${name}`, timeoutMs: WRITE_TIMEOUT_MS, signal },
    ({ resolve, reject }) => {
      const end = events.subscribe(() => {
        if (events.isOver) reject(lostError(name));
      });
      child.stdin.write(bytes, (error) =>
        error ? reject(lostError(name, error.message)) : resolve(undefined),
      );
      return end;
    },
  );
}
