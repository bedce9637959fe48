import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import {
  differenceWords,
  rangeWords,
  snapshotDifference,
} from '../../src/session/snapshot-difference.js';

function counts(
  files: Readonly<Record<string, Readonly<Record<number, number | bigint>>>>,
): ReadonlyMap<string, FileCounts> {
  return new Map(
    Object.entries(files).map(([path, lines]) => [
      path,
      {
        path,
        lines: new Map(Object.entries(lines).map(([line, count]) => [Number(line), count])),
        branches: new Map(),
        functions: new Map(),
        conditions: new Map(),
      },
    ]),
  );
}

test('lines that are hit now and were not before are new, as ranges by path', () => {
  const before = counts({ 'b.c': { 1: 5, 2: 0, 3: 0, 5: 0 }, 'a.c': { 1: 0 } });
  const after = counts({ 'b.c': { 1: 9, 2: 1, 3: 2n ** 63n, 5: 1, 6: 0 }, 'a.c': { 1: 1 } });
  const difference = snapshotDifference(before, after, { label: 'uart', since: '"boot"' });
  expect(difference).toEqual({
    label: 'uart',
    since: '"boot"',
    hitLines: 5,
    newLines: 4,
    files: [
      { path: 'a.c', ranges: [[1, 1]] },
      {
        path: 'b.c',
        ranges: [
          [2, 3],
          [5, 5],
        ],
      },
    ],
  });
  expect(differenceWords(difference)).toBe(
    '"uart": 4 lines newly hit since "boot": a.c:1; b.c:2-3, 5',
  );
});

test('a first reading has everything new, the same again has nothing', () => {
  const now = counts({ 'a.c': { 1: 1, 2: 0 } });
  const first = snapshotDifference(null, now, { label: null, since: null });
  expect(differenceWords(first)).toBe('snapshot: 1 line newly hit: a.c:1');
  const again = snapshotDifference(now, now, { label: null, since: 'the reading of 12:00:00' });
  expect(differenceWords(again)).toBe('snapshot: 0 lines newly hit since the reading of 12:00:00');
});

test('many files and ranges are cut short in words', () => {
  const lines = { 1: 1, 3: 1, 5: 1, 7: 1, 9: 1 };
  const all = counts({ 'a.c': lines, 'b.c': lines, 'c.c': lines, 'd.c': lines, 'e.c': lines });
  const words = differenceWords(
    snapshotDifference(null, all, { label: 'x\u001b[2J', since: null }),
  );
  expect(words).not.toContain('\u001b');
  expect(words).toContain(
    'a.c:1, 3, 5, 7, …; b.c:1, 3, 5, 7, …; c.c:1, 3, 5, 7, … and 2 more files',
  );
});

test('ranges say exactly the new lines', () => {
  const line = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(line), fc.uniqueArray(line), (before, after) => {
      const hit = (lines: readonly number[]): ReturnType<typeof counts> =>
        counts({ 'a.c': Object.fromEntries(lines.map((each) => [each, 1])) });
      const { files, newLines } = snapshotDifference(hit(before), hit(after), {
        label: null,
        since: null,
      });
      const said = (files[0]?.ranges ?? []).flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, at) => from + at),
      );
      const wanted = after.filter((each) => !before.includes(each)).toSorted((a, b) => a - b);
      expect(said).toEqual(wanted);
      expect(newLines).toBe(wanted.length);
      expect(rangeWords(files[0]?.ranges ?? [])).not.toContain('undefined');
    }),
  );
});
