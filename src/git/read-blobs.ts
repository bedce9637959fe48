import { BenchError } from '../base/bench-error.js';
import type { Git } from './git.js';

/**
 * The bytes of many objects by id, null for those the repository does not have; one process, none
 * for an empty list. Errors: those of `Git.run`, among them a promised object that cannot be had.
 */
export async function readBlobs(
  git: Git,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Buffer | null>> {
  const wanted = [...new Set(ids)].filter((id) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id));
  if (wanted.length === 0) return new Map();
  const { stdout } = await git.run(['cat-file', '--batch'], { stdin: `${wanted.join('\n')}\n` });
  return parseBatch(stdout);
}

/** Reads `cat-file --batch`: `id type size LF bytes LF`, or `id missing LF`. */
export function parseBatch(output: Buffer): Map<string, Buffer | null> {
  const blobs = new Map<string, Buffer | null>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    const [id = '', type = '', size = ''] = output
      .toString('latin1', at, end < 0 ? at : end)
      .split(' ');
    const sizeBytes = Number(size);
    if (type === 'missing') {
      blobs.set(id, null);
      at = end + 1;
    } else if (size !== '' && end + 1 + sizeBytes < output.length) {
      blobs.set(id, output.subarray(end + 1, end + 1 + sizeBytes));
      at = end + 2 + sizeBytes;
    } else {
      throw new BenchError('GIT_FAILED', 'git gave objects in a way that cannot be read', {
        why: `no complete object at byte ${at}`,
      });
    }
  }
  return blobs;
}
