import { describe, expect, it } from 'vitest';
import type { Count } from '../../src/base/count.js';
import type { FileCounts, UnitCounts } from '../../src/gcov/file-counts.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';

function unit(name: string, file: Partial<FileCounts>): UnitCounts {
  const counts: FileCounts = {
    path: 'inc/u.h',
    lines: new Map(),
    branches: new Map(),
    functions: new Map(),
    conditions: new Map(),
    ...file,
  };
  return { name, compileDirectory: `/fw/${name}`, files: new Map([[counts.path, counts]]) };
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

  it('names sources as it is told, from the folder of their unit', () => {
    const merged = mergeUnits(
      [unit('a', { lines: new Map([[1, 1]]) }), unit('b', { lines: new Map([[1, 1]]) })],
      ({ compileDirectory }, path) => `${compileDirectory}/${path}`,
    );
    expect([...merged.values()].map(({ path }) => path)).toEqual([
      '/fw/a/inc/u.h',
      '/fw/b/inc/u.h',
    ]);
  });
});
