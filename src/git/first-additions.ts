import type { Git } from './git.js';
import { decodePath } from './git-path.js';

const ADDITIONS = [
  '-c',
  'log.showRoot=true',
  '-c',
  'log.follow=false',
  'log',
  '--topo-order',
  '--no-renames',
  '--diff-filter=A',
  '--relative',
  '--no-show-signature',
  '--no-notes',
  '--no-color',
  '--format=%x01',
  '--name-only',
  '-z',
];

/**
 * When paths first came into the history of HEAD: by path, a rank that is greater for the older
 * commit. A path no commit added is not in the answer. One process. Paths are relative to the folder
 * git stands in. Errors: those of `Git.run`.
 */
export async function firstAdditions(
  git: Git,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await git.run([...ADDITIONS, '--', ...paths], { okExitCodes: [0, 128] });
  return parseAdditions(stdout);
}

/** Reads `SOH NUL LF` for a commit and `path NUL` for each file it added, newest commit first. */
export function parseAdditions(output: Buffer): Map<string, number> {
  const ranks = new Map<string, number>();
  let rank = 0;
  for (let at = 0; at < output.length;) {
    const stop = output.indexOf(0, at);
    const end = stop < 0 ? output.length : stop;
    const start = output[at] === 0x0a ? at + 1 : at;
    if (end - at === 1 && output[at] === 1) rank += 1;
    else if (end > start) ranks.set(decodePath(output.subarray(start, end)), rank);
    at = end + 1;
  }
  return ranks;
}
