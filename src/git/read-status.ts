import { BenchError } from '../base/bench-error.js';
import type { Git } from './git.js';
import { decodePath } from './git-path.js';

/** One name `git status` has something to say about; paths are from the top of the working tree. */
export interface StatusEntry {
  readonly path: string;
  readonly kind: 'changed' | 'unmerged' | 'untracked';
  /** State in the index and in the working tree: `M`, `A`, `D`, `T`, `U`, `.` for unchanged, `?`. */
  readonly index: string;
  readonly workTree: string;
}

/**
 * What differs from HEAD in the index and the working tree, untracked names included whatever the
 * user's settings say; one process. Errors: those of `Git.run`.
 */
export async function readStatus(git: Git): Promise<readonly StatusEntry[]> {
  const { stdout } = await git.run([
    'status',
    '--porcelain=v2',
    '-z',
    '--no-renames',
    '--untracked-files=normal',
    '--ignore-submodules=none',
  ]);
  return parseStatus(stdout);
}

// `#` begins a header (a stash, a branch) that settings of the user may ask for.
// Fields before the path: `1 XY sub mH mI mW hH hI`, `u XY sub m1 m2 m3 mW h1 h2 h3`.
const FIELDS = new Map([
  ['1', 8],
  ['u', 10],
  ['?', 1],
  ['!', 1],
  ['#', 1],
]);

/** Reads `status --porcelain=v2 -z` without renames. */
export function parseStatus(output: Buffer): StatusEntry[] {
  const entries: StatusEntry[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0, at);
    const letter = String.fromCharCode(output[at] ?? 0);
    const fields = FIELDS.get(letter);
    if (end < 0 || fields === undefined) {
      throw new BenchError('GIT_FAILED', 'git gave a status that cannot be read', {
        why: `no record that is known at byte ${at}`,
      });
    }
    let pathAt = at;
    for (let field = 0; field < fields; field += 1) pathAt = output.indexOf(32, pathAt) + 1;
    const path = decodePath(output.subarray(pathAt, end));
    const [index = '.', workTree = '.'] = output.toString('latin1', at + 2, at + 4);
    if (letter === '?') entries.push({ path, kind: 'untracked', index: '?', workTree: '?' });
    else if (letter === '1') entries.push({ path, kind: 'changed', index, workTree });
    else if (letter === 'u') entries.push({ path, kind: 'unmerged', index, workTree });
    at = end + 1;
  }
  return entries;
}
