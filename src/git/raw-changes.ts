import { BenchError } from '../base/bench-error.js';
import { decodePath } from './git-path.js';

/** One file of a tree comparison. */
export interface TreeChange {
  /** `M` changed, `A` added, `D` deleted, `R` renamed, `T` another type. */
  readonly status: string;
  readonly oldPath: string;
  readonly newPath: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
}

/**
 * Reads `--raw -z` records from an offset: `:mode mode id id STATUS NUL path NUL`, two paths for a
 * rename. Gives them and the offset after the last. Errors: GIT_FAILED with the byte offset.
 */
export function parseRawChanges(
  output: Buffer,
  start: number,
): { changes: TreeChange[]; end: number } {
  const changes: TreeChange[] = [];
  let at = start;
  const field = (): Buffer => {
    const stop = output.indexOf(0, at);
    if (stop < 0) throw unreadableDiff('a record that is cut off', at);
    const bytes = output.subarray(at, stop);
    at = stop + 1;
    return bytes;
  };
  while (output[at] === 0x3a) {
    const parts = field().toString('latin1').slice(1).split(' ');
    const [oldMode = '', newMode = '', oldId = '', newId = '', score = ''] = parts;
    if (parts.length !== 5) throw unreadableDiff('an unknown record', at);
    const status = score.slice(0, 1);
    const oldPath = decodePath(field());
    const newPath = status === 'R' || status === 'C' ? decodePath(field()) : oldPath;
    changes.push({ status, oldPath, newPath, oldMode, newMode, oldId, newId });
  }
  return { changes, end: at };
}

export function unreadableDiff(what: string, at: number): BenchError {
  return new BenchError('GIT_FAILED', 'git gave a comparison that cannot be read', {
    why: `${what} at byte ${at}`,
  });
}
