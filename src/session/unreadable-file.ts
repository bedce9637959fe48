import { BenchError } from '../base/bench-error.js';

/** What to say of a file or folder that the system did not give. */
export function unreadableFile(path: string, cause: unknown): BenchError {
  if (cause instanceof BenchError) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return noSuchFile(path, cause);
  return new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
    why: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}

/** A name that is not UTF-8 reaches us with signs in place of its bytes, which no file has. */
function noSuchFile(path: string, cause: unknown): BenchError {
  if (!path.includes('\ufffd')) {
    return new BenchError('FILE_UNREADABLE', `there is no ${path}`, { cause });
  }
  return new BenchError('FILE_UNREADABLE', `cannot find ${path}`, {
    why: 'its name probably holds bytes that are not UTF-8, which stand here as \ufffd',
    hints: ['give it or its folder another name, e.g. with mv'],
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
