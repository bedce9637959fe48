import type { Link } from '../link/link.js';
import { SLICE_BYTES } from './decode-raw-file.js';
import { FramedFollower } from './framed-follower.js';
import { LinkInbox } from './link-inbox.js';
import type { RawFile } from './raw-file.js';

export interface RepairOptions {
  /** Sent at the end of a request. */
  readonly newline: string;
  readonly idleTimeoutMs: number;
  /** Longest time for all of it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: Uint8Array) => void;
}

export interface Repair {
  /** Requests that were sent. */
  readonly requests: number;
  /** Why it was given up with something missing, or null. */
  readonly gaveUp: string | null;
}

/** Behind the end of an answer: a shell prints its prompt before it listens again. */
const PROMPT_MS = 30;
/** How long a request is waited for: at first, and at least once it is known how slow the board is. */
const FIRST_WAIT_MS = 2_000;
const LEAST_WAIT_MS = 150;
/** Requests in a row that bring nothing. On a line that loses two of three lines, one gets through. */
const MOST_VAIN_REQUESTS = 80;
/** The same when no byte at all comes to them, and when none has ever come. */
const MOST_SILENT_REQUESTS = 25;
const MOST_UNHEARD_REQUESTS = 6;

/**
 * Asks a board that sends framed dumps for what did not arrive, until nothing is missing. What came
 * before is read from the raw file, what comes is appended to it. A board that restarts meanwhile is
 * asked for everything anew. Errors: LINK_LOST, CANCELLED, TIMED_OUT, FILE_UNWRITABLE, DAMAGED_DUMP.
 */
export async function repairFramed(
  link: Link,
  raw: RawFile,
  options: RepairOptions,
): Promise<Repair> {
  const follower = new FramedFollower(link.name);
  for (let at = 0; at < raw.receivedBytes; at += SLICE_BYTES) {
    follower.push(await raw.part(at, SLICE_BYTES));
  }
  const deadlineMs = performance.now() + options.timeoutMs;
  const inbox = new LinkInbox(link);
  const mostWaitMs = Math.min(FIRST_WAIT_MS, options.idleTimeoutMs);
  let waitMs = mostWaitMs;
  let slowestMs = 0;
  let requests = 0;
  let vain = 0;
  let silent = 0;
  try {
    for (;;) {
      const request = follower.request();
      if (request === null) return { requests, gaveUp: null };
      const isLate = performance.now() > deadlineMs;
      const mostSilent = raw.receivedBytes === 0 ? MOST_UNHEARD_REQUESTS : MOST_SILENT_REQUESTS;
      const gaveUp = isLate
        ? `asking for missing lines was not over after ${options.timeoutMs} ms`
        : reasonToStop(vain, silent, mostSilent, follower.answers > 0);
      if (gaveUp !== null) return { requests, gaveUp };
      requests += 1;
      const newsBefore = follower.news;
      // An empty line first: what noise has left in the board's line buffer ends there.
      const line = `${options.newline}${request}${options.newline}`;
      await link.write(Buffer.from(line, 'latin1'), options.signal);
      const heard = await hear(inbox, raw, follower, { ...options, waitMs, deadlineMs });
      vain = follower.news > newsBefore ? 0 : vain + 1;
      silent = heard.longestMs === null ? silent + 1 : 0;
      if (heard.isAnswered || vain === 0) {
        slowestMs = Math.max(slowestMs, heard.longestMs ?? 0);
        waitMs = Math.min(mostWaitMs, Math.max(LEAST_WAIT_MS, 4 * slowestMs));
      }
    }
  } finally {
    inbox.close();
  }
}

function reasonToStop(
  vain: number,
  silent: number,
  mostSilent: number,
  hasAnswered: boolean,
): string | null {
  const hint = hasAnswered
    ? ''
    : ': the firmware has to give what is typed to otto_cov_command or otto_cov_poll';
  if (silent >= mostSilent) return `nothing came to ${silent} requests for missing lines${hint}`;
  if (vain < MOST_VAIN_REQUESTS) return null;
  return `${vain} requests for missing lines brought nothing new${hint}`;
}

interface Heard {
  /** The longest silence before a byte; null when none came. */
  readonly longestMs: number | null;
  readonly isAnswered: boolean;
}

/** Takes what comes until the end of an answer, or until nothing comes for a while. */
async function hear(
  inbox: LinkInbox,
  raw: RawFile,
  follower: FramedFollower,
  options: RepairOptions & { readonly waitMs: number; readonly deadlineMs: number },
): Promise<Heard> {
  const answersBefore = follower.answers;
  let longestMs: number | null = null;
  for (;;) {
    const isAnswered = follower.answers > answersBefore;
    const sinceMs = performance.now();
    const leftMs = options.deadlineMs - performance.now();
    const bytes = await inbox.next(
      Math.max(0, Math.min(isAnswered ? PROMPT_MS : options.waitMs, leftMs)),
      options.signal,
    );
    if (bytes === null) return { longestMs, isAnswered };
    if (!isAnswered) longestMs = Math.max(longestMs ?? 0, performance.now() - sinceMs);
    await raw.append(bytes);
    follower.push(bytes);
    options.onBytes(bytes);
  }
}
