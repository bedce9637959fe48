import { describe, expect, it } from 'vitest';
import type { Count } from '../../src/base/count.js';
import type { FileCounts, UnitCounts } from '../../src/gcov/file-counts.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';

function unit(
  name: string,
  file: Partial<FileCounts>,
  compileDirectory: string | null = '/fw',
): UnitCounts {
  const counts: FileCounts = {
    path: 'inc/u.h',
    lines: new Map(),
    branches: new Map(),
    functions: new Map(),
    conditions: new Map(),
    ...file,
  };
  return { name, compileDirectory, files: new Map([[counts.path, counts]]) };
}

describe('mergeUnits', () => {
  it('adds a header that several units include, lines ascending', () => {
    const a = unit('a', {
      lines: new Map([[5, 1]]),
      functions: new Map([['f', { line: 5, count: 1 }]]),
    });
    const b = unit('b', {
      lines: new Map<number, Count>([
        [3, 0],
        [5, 2n ** 53n],
      ]),
      functions: new Map([['f', { line: 5, count: 2 }]]),
    });
    const file = mergeUnits([a, b]).get('inc/u.h');
    expect([...file!.lines]).toEqual([
      [3, 0],
      [5, 2n ** 53n + 1n],
    ]);
    expect(file?.functions.get('f')).toEqual({ line: 5, count: 3 });
  });

  it('adds branches by position; one is never reached only when it never was', () => {
    const branches = (...taken: readonly (number | null)[]): FileCounts['branches'] =>
      new Map([[5, taken.map((count, branch) => ({ block: 0, branch, taken: count }))]]);
    const merged = mergeUnits([
      unit('a', { branches: branches(null, null, 2) }),
      unit('b', { branches: branches(null, 0, 3, 1) }),
    ]);
    expect(merged.get('inc/u.h')?.branches).toEqual(branches(null, 0, 5, 1));
  });

  it('joins conditions that one of the units has shown', () => {
    const condition = (covered: number, notCoveredTrue: number[], notCoveredFalse: number[]) =>
      new Map([[5, [{ count: 4, covered, notCoveredTrue, notCoveredFalse }]]]);
    const merged = mergeUnits([
      unit('a', { conditions: condition(2, [0], [1]) }),
      unit('b', { conditions: condition(2, [0, 1], []) }),
    ]);
    expect(merged.get('inc/u.h')?.conditions).toEqual(condition(3, [0], []));
  });

  it('keeps sources of one relative name apart when they were compiled in different folders', () => {
    const file = (line: number) => ({ path: 'main.c', lines: new Map([[line, 1]]) });
    const merged = mergeUnits([
      unit('a', file(1), '/fw/a'),
      unit('b', file(2), '/fw/b'),
      unit('c', { path: '/fw/c.c', lines: new Map([[3, 1]]) }, '/fw/b'),
    ]);
    expect([...merged.values()].map(({ path, lines }) => [path, [...lines]])).toEqual([
      ['/fw/a/main.c', [[1, 1]]],
      ['/fw/b/main.c', [[2, 1]]],
      ['/fw/c.c', [[3, 1]]],
    ]);
  });

  it('adds a header that units of different folders name by one way up', () => {
    const header = { path: '../inc/u.h', lines: new Map([[1, 2]]) };
    const merged = mergeUnits([
      unit('a', header, '/fw/a'),
      unit('b', header, '/fw/b'),
      unit('c', header, 'C:\\fw\\c'),
    ]);
    expect([...merged].map(([name, { lines }]) => [name, lines.get(1)])).toEqual([
      ['/fw/inc/u.h', 4],
      ['C:/fw/inc/u.h', 2],
    ]);
  });

  it('names sources as it is told, from the folder of their unit', () => {
    const merged = mergeUnits(
      ['/fw/a', '/fw/b'].map((folder) => unit('u', { lines: new Map([[1, 1]]) }, folder)),
      ({ compileDirectory }, path) => `${compileDirectory}/${path}`,
    );
    expect([...merged.values()].map(({ path }) => path)).toEqual([
      '/fw/a/inc/u.h',
      '/fw/b/inc/u.h',
    ]);
  });
});
