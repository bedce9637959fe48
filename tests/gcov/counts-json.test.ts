import { describe, expect, it } from 'vitest';
import { countsJson } from '../../src/gcov/counts-json.js';
import type { Count } from '../../src/base/count.js';
import type { FileCounts } from '../../src/gcov/file-counts.js';

const NONE = { branches: new Map(), functions: new Map(), conditions: new Map() };

describe('countsJson', () => {
  it('prints the contract, whole numbers exact', () => {
    const file: FileCounts = {
      path: 'src/"odd".c',
      lines: new Map<number, Count>([
        [3, 4],
        [10, 18446744073709551615n],
      ]),
      branches: new Map([[3, [{ block: 0, branch: 0, taken: null }]]]),
      functions: new Map([['f', { line: 3, count: 4 }]]),
      conditions: new Map(),
    };
    const objects = [{ path: 'a.gcda', status: 'damaged' as const, reason: 'cut' }];
    expect(countsJson([file], objects, ['look'])).toBe(
      '{"schema":1,"files":{"src/\\"odd\\".c":{"lines":{"3":4,"10":18446744073709551615},"branches":{"3":[[0,0,null]]},"functions":{"f":{"line":3,"count":4}}}},"objects":[{"path":"a.gcda","status":"damaged","reason":"cut"}],"warnings":["look"]}\n',
    );
  });

  it('prints conditions and prime paths only where there are any', () => {
    const file: FileCounts = {
      ...NONE,
      path: 'a.c',
      lines: new Map(),
      functions: new Map([['f', { line: 1, count: 0, primePaths: { total: 3, covered: 1 } }]]),
      conditions: new Map([
        [7, [{ count: 2, covered: 1, notCoveredTrue: [0], notCoveredFalse: [] }]],
      ]),
    };
    expect(JSON.parse(countsJson([file], [], [])).files['a.c']).toEqual({
      lines: {},
      branches: {},
      functions: { f: { line: 1, count: 0, primePaths: { total: 3, covered: 1 } } },
      conditions: { 7: [{ count: 2, covered: 1, not_covered_true: [0], not_covered_false: [] }] },
    });
  });
});
