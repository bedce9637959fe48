import { RENAME_LIMIT } from './diff-bases.js';
import { DIFF_OPTIONS } from './diff-options.js';
import { gitObject, treeObjects } from './git-object.js';
import { parseHunks, type Hunk } from './parse-hunks.js';
import { parseRawChanges, unreadableDiff, type TreeChange } from './raw-changes.js';
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

interface Section {
  readonly oldId: string;
  readonly newId: string;
  readonly hunks: readonly Hunk[];
  /** Where the hunks lie in the output. */
  readonly start: number;
  readonly end: number;
}

interface PairAnswer {
  readonly changes: readonly TreeChange[];
  readonly sections: readonly Section[];
}

/**
 * Reads `pair N LF`, then nothing for equal trees, else `id SP id LF`, raw records, NUL and patch
 * sections. Only the ids of a section are used; a section without hunks is left out.
 */
export function parseTreePairs(output: Buffer, size: number): PairAnswer[] {
  const answers: PairAnswer[] = [];
  let at = 0;
  for (let index = 0; index < size; index += 1) {
    if (lineAt(output, at) !== `pair ${index}`) throw unreadableDiff('no frame', at);
    at = lineEnd(output, at);
    if (/^[0-9a-f]{40,64} [0-9a-f]{40,64}$/.test(lineAt(output, at))) at = lineEnd(output, at);
    const { changes, end } = parseRawChanges(output, at);
    at = output[end] === 0 ? end + 1 : end;
    const sections: Section[] = [];
    while (at < output.length && !/^pair \d+$/.test(lineAt(output, at))) {
      const section = readSection(output, at);
      if (section.hunks.length > 0) sections.push(section);
      at = section.end;
    }
    answers.push({ changes, sections });
  }
  return answers;
}

function readSection(output: Buffer, start: number): Section {
  if (!lineAt(output, start).startsWith('diff --git ')) throw unreadableDiff('no section', start);
  let at = lineEnd(output, start);
  let ids: readonly [string, string] = ['', ''];
  while (at < output.length) {
    const line = lineAt(output, at);
    if (line.startsWith('@@ ')) {
      const body = parseHunks(output, at);
      return { oldId: ids[0], newId: ids[1], hunks: body.hunks, start: at, end: body.end };
    }
    if (line.startsWith('diff --git ') || /^pair \d+$/.test(line)) break;
    const index = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line);
    if (index) ids = [index[1] ?? '', index[2] ?? ''];
    at = lineEnd(output, at);
  }
  return { oldId: ids[0], newId: ids[1], hunks: [], start: at, end: at };
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

/** Enough of a line to know it by; names of sources may be longer. */
function lineAt(output: Buffer, at: number): string {
  const end = output.indexOf(10, at);
  return output.toString('latin1', at, Math.min(end < 0 ? output.length : end, at + 200));
}

function lineEnd(output: Buffer, at: number): number {
  const end = output.indexOf(10, at);
  return end < 0 ? output.length : end + 1;
}
