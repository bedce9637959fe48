import { RENAME_LIMIT } from './diff-bases.js';
import { DIFF_OPTIONS } from './diff-options.js';
import { gitObject, treeObjects } from './git-object.js';
import type { Hunk } from './parse-hunks.js';
import { parseTreePairs } from './parse-tree-pairs.js';
import type { TreeChange } from './raw-changes.js';
import type { TreeEntry } from './read-tree.js';
import type { ScratchRepository } from './scratch-repository.js';

/** What is to be read and compared. Every blob must be there. */
export interface BlobQuestion {
  /** Old and new id of contents to compare. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Blobs whose bytes are wanted. */
  readonly contents: Iterable<string>;
  /** Files of a lost commit, each set to be found again in the tree `nowTree`. */
  readonly lostTrees: readonly ReadonlyMap<string, TreeEntry>[];
  readonly nowTree: string;
}

export interface BlobAnswer {
  /** By `pairKey`; spacing alone is no hunk. */
  readonly hunks: ReadonlyMap<string, readonly Hunk[]>;
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** For each of `lostTrees`, the renames git sees from it to `nowTree`. */
  readonly renames: readonly (readonly TreeChange[])[];
}

export function pairKey(oldId: string, newId: string): string {
  return `${oldId} ${newId}`;
}

/**
 * Compares and reads any number of blobs in one process, which `cat-file` and `diff` could not do:
 * they are hung into throw-away trees, and bytes are read as what a comparison with an empty blob
 * adds. Errors: those of `Git.run`; GIT_FAILED when an object is missing.
 */
export async function compareBlobs(
  scratch: ScratchRepository,
  question: BlobQuestion,
): Promise<BlobAnswer> {
  const empty = scratch.write(gitObject('blob', new Uint8Array(), scratch.objectFormat));
  const contents = [...new Set(question.contents)].filter((id) => id !== empty);
  const tree = (files: ReadonlyMap<string, TreeEntry>): string => {
    const objects = treeObjects(files, scratch.objectFormat);
    for (const object of objects) scratch.write(object);
    return objects.at(-1)?.id ?? '';
  };
  const numbered = (ids: readonly string[]): string =>
    tree(new Map(ids.map((id, index) => [String(index), { mode: '100644', id }])));

  const trees = [
    [numbered(question.pairs.map(([id]) => id)), numbered(question.pairs.map(([, id]) => id))],
    [numbered(contents.map(() => empty)), numbered(contents)],
    ...question.lostTrees.map((files) => [tree(files), question.nowTree]),
  ] as const;
  const stdin = trees.map((pair, n) => `pair ${n}\n${pair.join(' ')}\n`).join('');
  const args = ['diff-tree', '--stdin', '-r', ...DIFF_OPTIONS, '-M', RENAME_LIMIT];
  const { stdout } = await scratch.run([...args, '--diff-filter=MR'], stdin);

  const answers = parseTreePairs(stdout, trees.length);
  const hunks = new Map<string, readonly Hunk[]>();
  for (const answer of answers) {
    for (const change of answer.changes) hunks.set(pairKey(change.oldId, change.newId), []);
  }
  const bytes = new Map<string, Uint8Array>([[empty, new Uint8Array()]]);
  for (const [index, answer] of answers.entries()) {
    for (const section of answer.sections) {
      if (index === 1) bytes.set(section.newId, addedBytes(stdout, section.start, section.end));
      else hunks.set(pairKey(section.oldId, section.newId), section.hunks);
    }
  }
  const renames = answers
    .slice(2)
    .map((answer) => answer.changes.filter((change) => change.status === 'R'));
  return { hunks, contents: bytes, renames };
}

/** The bytes behind the plus signs of one hunk; `\` marks a last line without a line feed. */
function addedBytes(output: Buffer, start: number, end: number): Uint8Array {
  const lines: Buffer[] = [];
  for (let at = lineEnd(output, start); at < end;) {
    const next = Math.min(lineEnd(output, at), end);
    if (output[at] === 0x2b) lines.push(output.subarray(at + 1, next));
    else lines.push((lines.pop() ?? Buffer.alloc(0)).subarray(0, -1));
    at = next;
  }
  return Buffer.concat(lines);
}

function lineEnd(output: Buffer, at: number): number {
  const end = output.indexOf(10, at);
  return end < 0 ? output.length : end + 1;
}
