import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaseLine } from '../../src/capture/capture.js';
import { compareBlobs, pairKey } from '../../src/git/compare-blobs.js';
import { openGit } from '../../src/git/git.js';
import { gitObject } from '../../src/git/git-object.js';
import type { Hunk } from '../../src/git/parse-hunks.js';
import { openScratch } from '../../src/git/scratch-repository.js';
import { lineMap, type LinePlace } from '../../src/validity/line-map.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('line-map-');

function hunk(oldStart: number, oldCount: number, newStart: number, newCount: number): Hunk {
  return { oldStart, oldCount, newStart, newCount };
}

function places(hunks: readonly Hunk[], lines: readonly number[]): LinePlace[] {
  const map = lineMap(hunks);
  return lines.map((line) => map.placeOf(line as BaseLine));
}

/** Lines nobody else has, so that what became of each is known without a diff. */
interface Edit {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const edits: fc.Arbitrary<Edit> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('keep', 'keep', 'keep', 'drop', 'change', 'insert'),
      size: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    const before: string[] = [];
    const after: string[] = [];
    let serial = 0;
    const fresh = (): string => `line ${(serial += 1)};`;
    for (const { kind, size } of steps) {
      for (let index = 0; index < size; index += 1) {
        const line = fresh();
        if (kind !== 'insert') before.push(line);
        if (kind === 'keep' || kind === 'insert') after.push(line);
        if (kind === 'change') after.push(fresh());
      }
    }
    return { before, after };
  });

/** Hunks by identity of lines: the reference a diff of unique lines has to agree with. */
function referenceHunks({ before, after }: Edit): Hunk[] {
  const kept = new Set(before.filter((line) => after.includes(line)));
  const hunks: Hunk[] = [];
  let [o, n] = [0, 0];
  while (o < before.length || n < after.length) {
    const [oldStart, newStart] = [o, n];
    while (o < before.length && !kept.has(before[o] ?? '')) o += 1;
    while (n < after.length && !kept.has(after[n] ?? '')) n += 1;
    const [oldCount, newCount] = [o - oldStart, n - newStart];
    if (oldCount + newCount > 0) {
      hunks.push(
        hunk(
          oldCount === 0 ? oldStart : oldStart + 1,
          oldCount,
          newCount === 0 ? newStart : newStart + 1,
          newCount,
        ),
      );
    }
    o += 1;
    n += 1;
  }
  return hunks;
}

function expectIdentity({ before, after }: Edit, hunks: readonly Hunk[]): void {
  const map = lineMap(hunks);
  for (const [index, line] of before.entries()) {
    const place = map.placeOf((index + 1) as BaseLine);
    const now = after.indexOf(line);
    if (now >= 0) expect(place).toEqual({ kind: 'kept', line: now + 1 });
    else expect(place.kind).toBe('changed');
  }
}

describe('a line map', () => {
  it('leaves every line where it is without hunks', () => {
    expect(places([], [1, 900])).toEqual([
      { kind: 'kept', line: 1 },
      { kind: 'kept', line: 900 },
    ]);
  });

  it('moves lines below an insertion, at the top too', () => {
    expect(places([hunk(0, 0, 1, 3)], [1, 2])).toEqual([
      { kind: 'kept', line: 4 },
      { kind: 'kept', line: 5 },
    ]);
    expect(places([hunk(2, 0, 3, 1)], [2, 3])).toEqual([
      { kind: 'kept', line: 2 },
      { kind: 'kept', line: 4 },
    ]);
  });

  it('marks a deletion on the line before it, at the top on the first', () => {
    const changed = { kind: 'changed', isReplaced: false, last: null };
    expect(places([hunk(3, 2, 2, 0)], [2, 3, 4, 5])).toEqual([
      { kind: 'kept', line: 2 },
      { ...changed, anchor: 2 },
      { ...changed, anchor: 2 },
      { kind: 'kept', line: 3 },
    ]);
    expect(places([hunk(1, 1, 0, 0)], [1, 2])).toEqual([
      { ...changed, anchor: 1 },
      { kind: 'kept', line: 1 },
    ]);
  });

  it('puts replaced lines side by side with what replaced them', () => {
    const changed = { kind: 'changed', isReplaced: true, last: 11 };
    expect(places([hunk(5, 4, 10, 2)], [5, 6, 7, 8, 9])).toEqual([
      { ...changed, anchor: 10 },
      { ...changed, anchor: 11 },
      { ...changed, anchor: 11 },
      { ...changed, anchor: 11 },
      { kind: 'kept', line: 12 },
    ]);
  });

  it('agrees with the identity of lines for any edits', () => {
    fc.assert(fc.property(edits, (edit) => expectIdentity(edit, referenceHunks(edit))));
  });

  it("agrees with the identity of lines on git's own hunks", async () => {
    const git = openGit(folder());
    const scratch = await openScratch(git, folder(), 'sha1');
    try {
      const samples = fc.sample(edits, 150);
      const blob = (lines: readonly string[]): string =>
        scratch.write(gitObject('blob', Buffer.from(lines.map((l) => `${l}\n`).join('')), 'sha1'));
      const pairs = samples.map(({ before, after }) => [blob(before), blob(after)] as const);
      const answer = await compareBlobs(scratch, {
        pairs,
        contents: pairs.map(([, id]) => id),
        lostTrees: [],
        nowTree: '',
      });
      for (const [index, edit] of samples.entries()) {
        const [oldId, newId] = pairs[index]!;
        expectIdentity(edit, answer.hunks.get(pairKey(oldId, newId)) ?? []);
        const text = edit.after.map((line) => `${line}\n`).join('');
        expect(Buffer.from(answer.contents.get(newId)!).toString()).toBe(text);
      }
      expect(git.spawns).toBe(1);
    } finally {
      await scratch.close();
    }
  });
});
