import { GitError } from 'simple-git';
import type { Git } from './git.js';
import { gitFailure } from './git-failure.js';

/** Who git says is working here; null where it is not configured. */
export interface Identity {
  readonly name: string | null;
  readonly email: string | null;
}

/**
 * `user.name` and `user.email` as git reads them in this repository; one process.
 * Errors: GIT_FAILED for a configuration git cannot read, NOT_A_REPOSITORY.
 */
export async function readIdentity(git: Git): Promise<Identity> {
  try {
    const { all } = await git.text.listConfig();
    return { name: lastOf(all['user.name']), email: lastOf(all['user.email']) };
  } catch (error) {
    if (error instanceof GitError) throw gitFailure('config', git.cwd, error.message, 1);
    throw error;
  }
}

/** Of several values the last one counts, as for git itself. */
function lastOf(value: string | string[] | undefined): string | null {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return last === undefined || last.trim() === '' ? null : last.trim();
}
