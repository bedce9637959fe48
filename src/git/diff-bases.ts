import { parseRawChanges, unreadableDiff, type TreeChange } from './raw-changes.js';
import type { ScratchRepository } from './scratch-repository.js';

/**
 * Pinned, so that no two machines differ, and far beyond what a project renames at once: the cost
 * grows with the square.
 */
export const RENAME_LIMIT = '-l3000';

export interface BaseDifferences {
  /** By base commit: what changed from it to the tree, or null when the commit is not there. */
  readonly byBase: ReadonlyMap<string, readonly TreeChange[] | null>;
  /** Git gave up looking for renames with edits: too many files came and went. */
  readonly isRenameLimited: boolean;
}

export interface BaseQuestion {
  readonly bases: Iterable<string>;
  /** A commit in the scratch repository that holds the tree asked about. */
  readonly nowCommit: string;
  /** Only files below this folder (`a/b/`), by path relative to it; empty for all. */
  readonly prefix: string;
  /** `similar` follows a file that was renamed and edited; `exact` needs no file content. */
  readonly renames: 'similar' | 'exact';
}

/**
 * Compares any number of base commits with one tree, renames followed as git follows them; one
 * process. Errors: those of `Git.run`, among them an object that a rename needs and is not there.
 */
export async function diffBases(
  scratch: ScratchRepository,
  question: BaseQuestion,
): Promise<BaseDifferences> {
  const idLength = scratch.objectFormat === 'sha256' ? 64 : 40;
  const bases = [...new Set(question.bases)];
  const askable = bases.filter((id) => id.length === idLength && /^[0-9a-f]+$/.test(id));
  const byBase = new Map<string, readonly TreeChange[] | null>(bases.map((id) => [id, null]));
  if (askable.length === 0) return { byBase, isRenameLimited: false };
  const args = [
    'diff-tree',
    '--stdin',
    // The commit named first may be missing and is then passed over; so the base goes first, and
    // -R turns the comparison round again.
    '-R',
    '-r',
    '-z',
    '--raw',
    '--no-abbrev',
    '--always',
    '-O/dev/null',
    question.renames === 'exact' ? '-M100%' : '-M',
    RENAME_LIMIT,
  ];
  if (question.prefix !== '') args.push(`--relative=${question.prefix}`);
  // A line that is not an object id comes back as it is: the frame around each answer.
  const stdin = askable.map((id, n) => `pair ${n}\n${id} ${question.nowCommit}\n`).join('');
  const { stdout, stderr } = await scratch.run(args, stdin);
  const answers = parseBaseDiffs(stdout, askable.length);
  for (const [index, id] of askable.entries()) byBase.set(id, answers[index] ?? null);
  return { byBase, isRenameLimited: /rename detection was skipped/.test(stderr) };
}

/** Reads `pair N LF`, then nothing for a missing base, else `id NUL` and raw records. */
export function parseBaseDiffs(output: Buffer, size: number): (readonly TreeChange[] | null)[] {
  const answers: (readonly TreeChange[] | null)[] = [];
  let at = 0;
  for (let index = 0; index < size; index += 1) {
    const frame = `pair ${index}\n`;
    if (output.toString('latin1', at, at + frame.length) !== frame) {
      throw unreadableDiff('no frame', at);
    }
    at += frame.length;
    if (at >= output.length || output.toString('latin1', at, at + 5) === 'pair ') {
      answers.push(null);
      continue;
    }
    const stop = output.indexOf(0, at);
    if (stop < 0) throw unreadableDiff('no commit id', at);
    const read = parseRawChanges(output, stop + 1);
    answers.push(read.changes);
    at = read.end;
  }
  return answers;
}
