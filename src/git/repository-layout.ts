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
      const objectsFolder = join(await commonFolder(gitFolder), 'objects');
      if (await isFolder(objectsFolder)) return layout(folder, start, objectsFolder);
    }
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'objects', '--show-toplevel'];
  const { stdout } = await git.run(args);
  const [objectsFolder = '', toplevel = ''] = stdout.toString().split('\n');
  return layout(await realpath(toplevel), start, objectsFolder);
}

/** True when objects of this store may be promised by a remote instead of being here. */
export async function hasPromisedObjects(objectsFolder: string): Promise<boolean> {
  const names = await readdir(join(objectsFolder, 'pack')).catch(() => []);
  return names.some((name) => name.endsWith('.promisor'));
}

function layout(toplevel: string, start: string, objectsFolder: string): RepositoryLayout {
  const below = relative(toplevel, start).split(sep).filter(Boolean);
  return { toplevel, prefix: below.map((name) => `${name}/`).join(''), objectsFolder };
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

async function commonFolder(gitFolder: string): Promise<string> {
  const pointer = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => null);
  return pointer === null ? gitFolder : resolve(gitFolder, pointer.trimEnd());
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
