import type { ErrorCode } from '../base/bench-error.js';

/** What the process answers to the shell; the same table is printed by `help exit-codes`. */
export const EXIT = {
  done: 0,
  checkSaysNo: 1,
  usage: 2,
  board: 3,
  repository: 4,
  hangUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

const BY_CODE: Readonly<Record<ErrorCode, number>> = {
  USAGE: EXIT.usage,
  NOT_A_TTY: EXIT.usage,
  TERMINAL_SIZE: EXIT.usage,
  CANCELLED: EXIT.interrupted,
  TIMED_OUT: EXIT.board,
  FILE_UNREADABLE: EXIT.usage,
  FILE_UNWRITABLE: EXIT.usage,
  BAD_SETTINGS: EXIT.usage,
  BAD_BOARD_FILE: EXIT.usage,
  NO_SUCH_BOARD: EXIT.usage,
  PROGRAM_MISSING: EXIT.usage,
  PROGRAM_FAILED: EXIT.usage,
  WRONG_GCOV: EXIT.usage,
  NEEDS_CONFIRMATION: EXIT.usage,
  PORT_GONE: EXIT.board,
  PORT_DENIED: EXIT.board,
  PORT_BUSY: EXIT.board,
  NOT_A_PORT: EXIT.board,
  PORT_FAILED: EXIT.board,
  LINK_LOST: EXIT.board,
  NO_ANSWER: EXIT.board,
  LOGIN_REFUSED: EXIT.board,
  GDB_REFUSED: EXIT.board,
  MEMORY_UNREADABLE: EXIT.board,
  BOARD_RESTARTED: EXIT.board,
  NO_DUMP_FOUND: EXIT.board,
  DAMAGED_DUMP: EXIT.board,
  UNSUPPORTED_FORMAT: EXIT.board,
  BAD_ELF: EXIT.board,
  NO_COUNTERS: EXIT.board,
  BUILD_MISMATCH: EXIT.board,
  BAD_NOTES: EXIT.board,
  BAD_DATA: EXIT.board,
  NOTES_MISSING: EXIT.board,
  BAD_TRACEFILE: EXIT.board,
  NOT_A_REPOSITORY: EXIT.repository,
  GIT_MISSING: EXIT.repository,
  GIT_FAILED: EXIT.repository,
  NO_COMMIT_YET: EXIT.repository,
  BAD_REVISION: EXIT.repository,
  MALFORMED_CAPTURE: EXIT.repository,
  CAPTURE_EXISTS: EXIT.repository,
  NOTHING_TO_RECORD: EXIT.checkSaysNo,
  COMMIT_REFUSED: EXIT.repository,
  NO_SUCH_SESSION: EXIT.usage,
  SESSION_STALE: EXIT.usage,
  SESSION_BUSY: EXIT.usage,
  INTERNAL: EXIT.usage,
};

/** The exit code for a refusal. */
export function exitCodeOf(code: ErrorCode): number {
  return BY_CODE[code];
}

export const EXIT_CODES_HELP = `Exit codes

  0    done
  1    a check says no: --fail-on met, --check-with finds a difference, a preflight check blocks,
       nothing to record
  2    usage, configuration or environment: bad flag, bad board or settings file, no terminal
  3    board, link or damaged data
  4    git or the evidence store
  129  ended by SIGHUP (the terminal was closed)
  130  ended by SIGINT (Ctrl+C)
  143  ended by SIGTERM

Every refusal also has a stable code, error[CODE] on stderr or error.code with --json.
`;
