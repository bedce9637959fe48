/**
 * Every refusal the tool can give. The code is stable: scripts match on it, and
 * `docs/troubleshooting.md` has an entry for each.
 */
export type ErrorCode =
  // environment and use
  | 'USAGE'
  | 'NOT_A_TTY'
  | 'TERMINAL_SIZE'
  | 'CANCELLED'
  | 'TIMED_OUT'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'BAD_SETTINGS'
  | 'BAD_BOARD_FILE'
  | 'NO_SUCH_BOARD'
  | 'PROGRAM_MISSING'
  | 'PROGRAM_FAILED'
  | 'WRONG_GCOV'
  | 'NEEDS_CONFIRMATION'
  // board and link
  | 'PORT_GONE'
  | 'PORT_DENIED'
  | 'PORT_BUSY'
  | 'NOT_A_PORT'
  | 'PORT_FAILED'
  | 'LINK_LOST'
  | 'NO_ANSWER'
  | 'LOGIN_REFUSED'
  | 'GDB_REFUSED'
  | 'MEMORY_UNREADABLE'
  | 'BOARD_RESTARTED'
  // dumps, images, counters
  | 'NO_DUMP_FOUND'
  | 'DAMAGED_DUMP'
  | 'UNSUPPORTED_FORMAT'
  | 'BAD_ELF'
  | 'NO_COUNTERS'
  | 'BUILD_MISMATCH'
  | 'BAD_NOTES'
  | 'BAD_DATA'
  | 'NOTES_MISSING'
  | 'BAD_TRACEFILE'
  // repository and store
  | 'NOT_A_REPOSITORY'
  | 'GIT_MISSING'
  | 'GIT_FAILED'
  | 'NO_COMMIT_YET'
  | 'BAD_REVISION'
  | 'MALFORMED_CAPTURE'
  | 'CAPTURE_EXISTS'
  | 'NOTHING_TO_RECORD'
  | 'COMMIT_REFUSED'
  // sessions
  | 'NO_SUCH_SESSION'
  | 'SESSION_STALE'
  | 'SESSION_BUSY'
  // ours
  | 'INTERNAL';

export interface BenchErrorOptions {
  /** What was found and where exactly: file, offset, line. */
  readonly why?: string | undefined;
  /** What to do next, one action each, exact commands where there are any. Only looked-up facts. */
  readonly hints?: readonly string[] | undefined;
  readonly cause?: unknown;
}

/**
 * The one error type of the tool. `message` says what went wrong in one sentence, `why` what was
 * found and where, `hints` what to do. Built where the fact is known, printed in one place.
 */
export class BenchError extends Error {
  readonly code: ErrorCode;
  readonly why: string | undefined;
  readonly hints: readonly string[];

  constructor(code: ErrorCode, message: string, options: BenchErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BenchError';
    this.code = code;
    this.why = options.why;
    this.hints = options.hints ?? [];
  }
}

/** True for errors built here; with `code`, only for that code. */
export function isBenchError(error: unknown, code?: ErrorCode): error is BenchError {
  return error instanceof BenchError && (code === undefined || error.code === code);
}
