import type { Git } from './git.js';
import { encodePath } from './git-path.js';
import type { RepositoryLayout } from './repository-layout.js';

/**
 * The blob ids files of the working tree have after git's own filters (line ends, encodings);
 * nothing is written. One process. Paths are relative to the folder git stands in.
 * Errors: those of `Git.run`, among them a filter that fails.
 */
export async function hashWorkFiles(
  git: Git,
  layout: RepositoryLayout,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  // Paths on standard input are read from the top of the working tree, and attributes with them.
  const args = ['-C', layout.toplevel, '-c', 'core.safecrlf=false', 'hash-object'];
  const { stdout } = await git.run([...args, '--stdin-paths'], {
    stdin: Buffer.concat(paths.map((path) => quoted(encodePath(layout.prefix + path)))),
  });
  const ids = stdout.toString('latin1').split('\n');
  return new Map(paths.map((path, index) => [path, ids[index] ?? '']));
}

/** One line of input; a name that begins with a quote or holds a control is given in C quotes. */
function quoted(path: Buffer): Buffer {
  const isPlain = path[0] !== 0x22 && !path.some((byte) => byte < 0x20 || byte === 0x7f);
  if (isPlain) return Buffer.concat([path, Buffer.from('\n')]);
  let text = '';
  for (const byte of path) {
    const isBare = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    text += isBare ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return Buffer.from(`"${text}"\n`, 'latin1');
}
