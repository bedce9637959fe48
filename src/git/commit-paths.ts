import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { BenchError, isBenchError } from '../base/bench-error.js';
import type { Git } from './git.js';

const COMMIT_TIMEOUT_MS = 600_000;
const COMMIT = ['commit', '--quiet', '--cleanup=whitespace', '--file=-', '--only'];
// What we write is UTF-8, whatever the user's messages are in; hooks see no setting without need.
const IN_UTF8 = ['-c', 'i18n.commitEncoding=UTF-8'];

/**
 * Commits exactly these files, as they lie in the working tree, and gives the id of the new commit.
 * Whatever else is staged stays staged and out of it; hooks, signing and identity are the user's
 * own. When the commit is refused the index is as it was. Paths are relative to `git.cwd`.
 * Errors: COMMIT_REFUSED with the words of git or its hook, NO_COMMIT_YET never (a first commit is
 * fine), and those of `Git.run`.
 */
export async function commitPaths(
  git: Git,
  named: readonly string[],
  message: string,
): Promise<string> {
  if (named.length === 0) {
    throw new BenchError('NOTHING_TO_RECORD', 'no file was named to be committed');
  }
  const paths = await Promise.all(named.map((path) => realName(git.cwd, path)));
  const literal = paths.map((path) => `:(literal)${path}`);
  const added = await newPaths(git, paths);
  const before = await headOrNull(git);
  try {
    await announce(git, added);
    const encoding = /[^\0-\x7f]/.test(message) ? IN_UTF8 : [];
    await commitRun(git, [...encoding, ...COMMIT, '--', ...literal], message);
  } catch (error) {
    const isThere = (await headOrNull(git)) !== before;
    if (!isThere) await forget(git, added);
    throw refusal(error, isThere);
  }
  const after = await headOrNull(git);
  if (after === null || after === before) {
    throw refusal(new BenchError('GIT_FAILED', 'git committed nothing'), false);
  }
  return after;
}

/** Git follows no linked folder, so a file behind one goes by the name it has where it lies. */
async function realName(cwd: string, path: string): Promise<string> {
  const top = await realpath(cwd).catch(() => cwd);
  const place = dirname(join(top, path));
  return join(relative(top, await realpath(place).catch(() => place)), basename(path));
}

/**
 * Makes new paths known to the index. `add` keeps out of what a sparse checkout leaves out, where
 * evidence of the checked out part may well lie; `update-index` does not.
 */
async function announce(git: Git, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  const call = { mode: 'committing', timeoutMs: COMMIT_TIMEOUT_MS } as const;
  try {
    const literal = added.map((path) => `:(literal)${path}`);
    await git.run(['add', '--intent-to-add', '--', ...literal], { ...call, env: { LC_ALL: 'C' } });
  } catch (error) {
    if (!isBenchError(error, 'GIT_FAILED') || !/sparse-checkout/.test(error.why ?? '')) throw error;
    await git.run(['update-index', '--add', '--', ...added], call);
  }
}

/** Paths the index does not know yet; git commits a path by name only once it does. */
async function newPaths(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await git.run(['ls-files', '-z', '--', ...paths]);
  const known = new Set(stdout.toString('utf8').split('\0'));
  return paths.filter((path) => !known.has(path));
}

async function headOrNull(git: Git): Promise<string | null> {
  const result = await git.run(['rev-parse', '--quiet', '--verify', 'HEAD'], {
    okExitCodes: [0, 1],
  });
  return result.exitCode === 0 ? result.stdout.toString().trim() : null;
}

async function commitRun(git: Git, args: readonly string[], stdin: string): Promise<void> {
  await git.run(args, { mode: 'committing', timeoutMs: COMMIT_TIMEOUT_MS, stdin });
}

/** Takes back what was only announced to the index; a failure to do so must not hide the refusal. */
async function forget(git: Git, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  await git.run(['update-index', '--force-remove', '--', ...added]).catch(() => undefined);
}

function refusal(error: unknown, isThere: boolean): BenchError {
  if (!isBenchError(error, 'GIT_FAILED')) {
    return isBenchError(error)
      ? error
      : new BenchError('COMMIT_REFUSED', 'the commit failed', { cause: error });
  }
  if (isThere) {
    return new BenchError('COMMIT_REFUSED', 'the commit was made, but a step after it failed', {
      why: error.why,
      cause: error,
    });
  }
  const isLocked = error.why?.includes('index.lock') === true;
  return new BenchError('COMMIT_REFUSED', 'git did not make the commit', {
    why: error.why,
    hints: isLocked
      ? ['another git is at work here: wait for it, or remove the lock it left behind, then retry']
      : ['the files are saved and unchanged; settle what git says and commit again'],
    cause: error,
  });
}
