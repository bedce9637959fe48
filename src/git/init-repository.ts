import type { Git } from './git.js';

/** Settings of a repository that must not depend on whose machine it is made on. */
export interface RepositorySettings {
  readonly userName: string;
  readonly userEmail: string;
}

/**
 * Makes a repository in the folder git stands in, on branch `main`, without templates, hooks or
 * signing of the user. Errors: those of `Git.run`.
 */
export async function initRepository(git: Git, settings: RepositorySettings): Promise<void> {
  await git.run(['init', '--quiet', '--template=']);
  await git.run(['symbolic-ref', 'HEAD', 'refs/heads/main']);
  const pairs: readonly (readonly [string, string])[] = [
    ['user.name', settings.userName],
    ['user.email', settings.userEmail],
    ['commit.gpgSign', 'false'],
    ['core.hooksPath', '.git/hooks'],
    ['core.autocrlf', 'false'],
    ['core.excludesFile', ''],
    ['core.attributesFile', ''],
    ['gc.auto', '0'],
  ];
  for (const [name, value] of pairs) await git.run(['config', '--local', name, value]);
}

/** Adds everything in the working tree and commits it. Errors: those of `Git.run`. */
export async function commitAll(git: Git, message: string): Promise<void> {
  await git.run(['add', '--all', '--', '.'], { mode: 'committing' });
  await git.run(['commit', '--quiet', '--cleanup=whitespace', '--file=-'], {
    mode: 'committing',
    stdin: message,
  });
}
