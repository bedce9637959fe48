import { BenchError } from './bench-error.js';

/** Anything thrown, as the one error type; what was not built by us becomes INTERNAL. */
export function toBenchError(error: unknown): BenchError {
  if (error instanceof BenchError) return error;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    return new BenchError('FILE_UNREADABLE', 'the current folder is gone', {
      why: error.message,
      hints: ['change to a folder that is there: cd'],
      cause: error,
    });
  }
  return new BenchError('INTERNAL', 'otto-bench met something it was not written for', {
    why: error instanceof Error ? error.message : String(error),
    hints: ['run the same command with --debug and report what it prints'],
    cause: error,
  });
}
