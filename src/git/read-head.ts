import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { ObjectFormat } from './blob-id.js';
import type { Git } from './git.js';
import { gitFailure } from './git-failure.js';

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export interface Head {
  /** Full id of the commit. */
  readonly commit: string;
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  readonly objectFormat: ObjectFormat;
  /** Absolute path of the working tree. */
  readonly toplevel: string;
  /** Where the folder lies below the working tree: empty, or `a/b/`. */
  readonly prefix: string;
}

/**
 * What is checked out where this git stands; one process. Errors: NO_COMMIT_YET, and those of
 * `Git.run`.
 */
export async function readHead(git: Git): Promise<Head> {
  const args = ['rev-parse', '--show-object-format', 'HEAD^{commit}', '--abbrev-ref', 'HEAD'];
  const result = await git.run([...args, '--show-toplevel', '--show-prefix'], {
    okExitCodes: [0, 128],
  });
  const [format = '', commit = '', branch = '', ...rest] = result.stdout.toString().split('\n');
  if (result.exitCode !== 0 || !OBJECT_ID.test(commit)) {
    // The hash is told first; when it is there and the commit is not, HEAD names nothing.
    if (format === '' || OBJECT_ID.test(commit)) {
      throw gitFailure('rev-parse', git.cwd, result.stderr, result.exitCode);
    }
    throw new BenchError('NO_COMMIT_YET', 'the repository has no commit yet', {
      why: 'evidence is anchored to a commit, and HEAD does not name one',
      hints: ['commit the sources first: git add -A && git commit'],
    });
  }
  const place = splitPlace(rest.slice(0, -1), await realpath(git.cwd));
  return {
    commit,
    branch: branch === 'HEAD' ? null : branch,
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    ...place,
  };
}

/** Both names may hold a line feed, so the split is the one that leads to where git was started. */
function splitPlace(lines: readonly string[], cwd: string) {
  for (let size = 1; size < lines.length; size += 1) {
    const toplevel = lines.slice(0, size).join('\n');
    const prefix = lines.slice(size).join('\n');
    if (join(toplevel, prefix, '.') === cwd || join(toplevel, prefix) === `${cwd}/`) {
      return { toplevel, prefix };
    }
  }
  return { toplevel: lines[0] ?? '', prefix: lines.slice(1).join('\n') };
}
