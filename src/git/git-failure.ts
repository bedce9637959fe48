import { BenchError } from '../base/bench-error.js';

const MAX_WORDS = 2000;

/**
 * Turns a git process that failed into our error: NOT_A_REPOSITORY (also when git refuses the
 * repository of another owner, which is then said), else GIT_FAILED with git's own words.
 * `what` names the command for the message, `words` is what git printed (in the C locale).
 */
export function gitFailure(what: string, cwd: string, words: string, exitCode: number | null) {
  const why = words.trim().slice(0, MAX_WORDS);
  const owner =
    /detected dubious ownership in repository at '([^\n]*)'/.exec(why) ??
    /unsafe repository \('([^\n]*)' is owned by someone else\)/.exec(why);
  if (owner) {
    const place = owner[1] ?? cwd;
    return new BenchError(
      'NOT_A_REPOSITORY',
      `git refuses the repository at ${place}: it belongs to another user (dubious ownership)`,
      { why, hints: [`if you trust it: git config --global --add safe.directory '${place}'`] },
    );
  }
  if (/not a git repository/i.test(why)) {
    return new BenchError('NOT_A_REPOSITORY', `${cwd} is not inside a git repository`, {
      why,
      hints: ['go to the repository, or name it with --repo DIR'],
    });
  }
  const ending = exitCode === null ? 'was ended by a signal' : `failed with exit code ${exitCode}`;
  return new BenchError('GIT_FAILED', `git ${what} ${ending}`, {
    why: why === '' ? 'git said nothing' : why,
  });
}

/** Git itself could not be started. */
export function gitMissing(cause: unknown): BenchError {
  return new BenchError('GIT_MISSING', 'git is not installed or not on PATH', {
    hints: ['install git 2.30 or newer and start again'],
    cause,
  });
}
