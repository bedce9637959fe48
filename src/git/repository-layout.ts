import { readFile, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Git } from './git.js';

/** Where a repository keeps what we read. All absolute, links resolved. */
export interface RepositoryLayout {
  readonly toplevel: string;
  /** The folder git was opened in, seen from `toplevel`: empty, or `a/b/`. */
  readonly prefix: string;
  /** The object store, shared by all linked working trees. */
  readonly objectsFolder: string;
  /** History ends where the clone was cut. */
  readonly isShallow: boolean;
}

/**
 * Finds the repository around the folder git stands in by its own files (gitrepository-layout(5)),
 * so that asking costs no process; where nothing is found that way, git is asked.
 * Errors: those of `Git.run`.
 */
export async function findLayout(git: Git): Promise<RepositoryLayout> {
  const start = await realpath(resolve(git.cwd)).catch(() => resolve(git.cwd));
  let folder = start;
  for (;;) {
    const gitFolder = await gitFolderAt(folder);
    if (gitFolder !== null) {
      const common = await commonFolderOf(gitFolder);
      if (await isFolder(join(common, 'objects'))) return await layout(folder, start, common);
    }
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir', '--show-toplevel'];
  const { stdout } = await git.run(args);
  const [common = '', toplevel = ''] = stdout.toString().split('\n');
  return await layout(await realpath(toplevel), start, common);
}

/** True when objects of this store may be promised by a remote instead of being here. */
export async function hasPromisedObjects(objectsFolder: string): Promise<boolean> {
  const names = await readdir(join(objectsFolder, 'pack')).catch(() => []);
  return names.some((name) => name.endsWith('.promisor'));
}

async function layout(
  toplevel: string,
  start: string,
  commonFolder: string,
): Promise<RepositoryLayout> {
  const below = relative(toplevel, start).split(sep).filter(Boolean);
  return {
    toplevel,
    prefix: below.map((name) => `${name}/`).join(''),
    objectsFolder: join(commonFolder, 'objects'),
    isShallow: (await stat(join(commonFolder, 'shallow')).catch(() => null)) !== null,
  };
}

/** `.git` is a folder, or a file that says where the folder is (linked trees, submodules). */
async function gitFolderAt(folder: string): Promise<string | null> {
  const dotGit = join(folder, '.git');
  const found = await stat(dotGit).catch(() => null);
  if (found === null) return null;
  let gitFolder = dotGit;
  if (found.isFile()) {
    const pointer = /^gitdir: ([^\n]+)/.exec(await readFile(dotGit, 'utf8'))?.[1];
    if (pointer === undefined) return null;
    gitFolder = resolve(folder, pointer.trimEnd());
  }
  const head = await stat(join(gitFolder, 'HEAD')).catch(() => null);
  return head === null ? null : gitFolder;
}

async function commonFolderOf(gitFolder: string): Promise<string> {
  const pointer = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => null);
  return pointer === null ? gitFolder : resolve(gitFolder, pointer.trimEnd());
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
