import type { Git } from './git.js';

/** The first line of a commit's message; one process. Errors: those of `Git.run`. */
export async function readSubject(git: Git, revision = 'HEAD'): Promise<string> {
  const args = ['log', '-1', '--no-show-signature', '--encoding=UTF-8', '--format=%s'];
  const { stdout } = await git.run([...args, '--end-of-options', revision, '--']);
  return stdout.toString('utf8').replace(/\n$/, '');
}
