import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { ObjectFormat } from './blob-id.js';
import type { Git, GitResult } from './git.js';
import type { GitObject } from './git-object.js';

/**
 * A repository of ours in a temporary folder that borrows the objects of a real one. New objects
 * land here, so the real one is never touched; and since it has no settings, attributes, grafts,
 * replacements or remotes, a comparison made in it cannot be bent by any and fetches nothing.
 */
export interface ScratchRepository {
  readonly objectFormat: ObjectFormat;
  readonly objectsFolder: string;
  write(object: GitObject): string;
  run(args: readonly string[], stdin: string): Promise<GitResult>;
  close(): Promise<void>;
}

/** Errors: FILE system errors of the temporary folder; `run` has those of `Git.run`. */
export async function openScratch(
  git: Git,
  realObjects: string,
  objectFormat: ObjectFormat,
): Promise<ScratchRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'otto-bench-git-'));
  const objectsFolder = join(folder, 'objects');
  try {
    await mkdir(join(objectsFolder, 'info'), { recursive: true });
    await mkdir(join(folder, 'refs'));
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(join(folder, 'config'), settings(objectFormat));
    await writeFile(join(folder, 'no-settings'), '');
    await writeFile(join(objectsFolder, 'info', 'alternates'), `${quoteAlternate(realObjects)}\n`);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    GIT_CONFIG_GLOBAL: join(folder, 'no-settings'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_DIR: folder,
  };
  const fanOut = new Set<string>();
  return {
    objectFormat,
    objectsFolder,
    write: ({ id, bytes }) => {
      const shelf = join(objectsFolder, id.slice(0, 2));
      if (!fanOut.has(shelf)) mkdirSync(shelf, { recursive: true });
      fanOut.add(shelf);
      writeFileSync(join(shelf, id.slice(2)), deflateSync(bytes, { level: 1 }));
      return id;
    },
    run: (args, stdin) => git.run(args, { stdin, env }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function settings(objectFormat: ObjectFormat): string {
  const isSha256 = objectFormat === 'sha256';
  const core = `[core]\n\trepositoryformatversion = ${isSha256 ? 1 : 0}\n\tbare = true\n`;
  return isSha256 ? `${core}[extensions]\n\tobjectformat = sha256\n` : core;
}

/** A line of an alternates file that begins with a quote is read as a quoted one. */
function quoteAlternate(path: string): string {
  if (!/["\n]/.test(path)) return path;
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
