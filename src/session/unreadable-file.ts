import { BenchError } from '../base/bench-error.js';

/** What to say of a file or folder that the system did not give. */
export function unreadableFile(path: string, cause: unknown): BenchError {
  if (cause instanceof BenchError) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return new BenchError('FILE_UNREADABLE', `there is no ${path}`, { cause });
  return new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
    why: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}

/** What to say of a pipe, socket or device where a file is expected. */
export function oddKindOfFile(path: string): BenchError {
  return new BenchError('FILE_UNREADABLE', `${path} is not a regular file`, {
    why: 'a pipe, a socket or a device has no end that could be trusted',
    hints: ['save what it gives to a file first, and name that'],
  });
}
