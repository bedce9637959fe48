import { join } from 'node:path';
import type { Git } from '../git/git.js';
import { readHead } from '../git/read-head.js';
import { readStatus } from '../git/read-status.js';
import { kindOfPath } from './find-files.js';
import { SOURCE } from './checks/check-repository.js';
import { hashFile } from './source-trailers.js';

/** Path below the project root and SHA-256 of the content; null for a file that is not there. */
export type ChangedSource = readonly [path: string, sha256: string | null];

const MOST_FILES = 10_000;

/**
 * Sources of a project that differ from HEAD, with what they hold now; null where that cannot be
 * told. With HEAD it says which text the working tree has. Two git processes.
 */
export async function changedSources(
  git: Git,
  projectRoot: string,
): Promise<readonly ChangedSource[] | null> {
  const head = await readHead(git).catch(() => null);
  if (!head) return null;
  const paths = (await readStatus(git))
    .filter(({ kind, path }) => kind !== 'untracked' && SOURCE.test(path))
    .filter(({ path }) => path.startsWith(head.prefix))
    .map(({ path }) => path.slice(head.prefix.length));
  if (paths.length > MOST_FILES) return null;
  const changed: ChangedSource[] = [];
  for (const path of paths) {
    const file = join(projectRoot, path);
    const isThere = (await kindOfPath(file)) === 'file';
    changed.push([path, isThere ? await hashFile(file) : null]);
  }
  return changed;
}

/** Paths whose text is not what it was. */
export function textsThatMoved(
  before: readonly ChangedSource[],
  after: readonly ChangedSource[],
): readonly string[] {
  const was = new Map(before);
  const is = new Map(after);
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => was.has(path) !== is.has(path) || was.get(path) !== is.get(path),
  );
}
