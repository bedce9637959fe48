import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUtf8Path } from '../git/git-path.js';
import type { TreeEntry } from '../git/read-tree.js';
import { isCapturePath } from './capture-path.js';
import type { Target } from './gather-targets.js';
import { lineTable } from './line-table.js';
import type { SkippedSource, SkipReason } from './skipped-source.js';

const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

/** A file of the project that may be recorded, as far as its name and its bytes here say. */
export interface CheckedTarget {
  readonly target: Target;
  readonly entry: TreeEntry;
  /** What lies in the working tree now. */
  readonly bytes: Buffer;
}

/** Judges a file by its name in the commit, then by what lies in the working tree. */
export async function checkTarget(
  target: Target,
  tree: ReadonlyMap<string, TreeEntry>,
  projectRoot: string,
): Promise<CheckedTarget | SkippedSource> {
  const { path } = target;
  const skip = (reason: SkipReason, text: string): SkippedSource => ({ path, reason, text });
  const entry = tree.get(path);
  if (!entry) {
    const module = submoduleOf(path, tree);
    if (module !== null) return skip('submodule', `it lies inside the submodule ${module}`);
    return skip('not-committed', 'HEAD has no such file: it is untracked or generated');
  }
  if (entry.mode === '120000') return skip('link', 'HEAD has a symbolic link there, not a file');
  if (!isUtf8Path(path) || !isCapturePath(path)) {
    return skip('bad-name', 'a capture file cannot name it (the name is not plain UTF-8 text)');
  }
  const bytes = await readSource(join(projectRoot, path));
  if (bytes === null) {
    return skip('not-in-work-tree', 'the working tree has no readable file there to compare with');
  }
  const refusal = judgeLines(target, bytes);
  return refusal ?? { target, entry, bytes };
}

/** Numbers that cannot be lines of these bytes mean that something else was compiled. */
function judgeLines(target: Target, bytes: Uint8Array): SkippedSource | null {
  const { path, negative } = target;
  if (negative !== null) {
    const text = `its counters contradict each other, line ${negative.line} has the count ${negative.count}: they were read while they changed, or are damaged`;
    return { path, reason: 'bad-count', text };
  }
  const table = lineTable(bytes);
  if (table.hasLoneCr) {
    const text =
      'a carriage return stands alone in it, so compiler and git number its lines differently';
    return { path, reason: 'line-table', text };
  }
  let last = 0;
  for (const line of [...target.lines.keys(), ...target.branches.keys()]) {
    if (line > last) last = line;
    if (line < 1) return { path, reason: 'beyond-end', text: `line ${line} was counted` };
  }
  if (last > table.lines) {
    const text = `line ${last} was counted, but the file has ${table.lines} lines: another version was built`;
    return { path, reason: 'beyond-end', text };
  }
  return null;
}

async function readSource(path: string): Promise<Buffer | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > MAX_SOURCE_BYTES) return null;
    return await readFile(path);
  } catch {
    return null;
  }
}

function submoduleOf(path: string, tree: ReadonlyMap<string, TreeEntry>): string | null {
  const names = path.split('/');
  for (let size = 1; size < names.length; size += 1) {
    const folder = names.slice(0, size).join('/');
    if (tree.get(folder)?.mode === '160000') return folder;
  }
  return null;
}
