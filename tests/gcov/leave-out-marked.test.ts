import { describe, expect, it } from 'vitest';
import { exclusionMarkers } from '../../src/base/exclusion-markers.js';
import type { Count } from '../../src/base/count.js';
import type { BranchCount, FileCounts } from '../../src/gcov/file-counts.js';
import { leaveOutMarked, type ThrowBranches } from '../../src/gcov/leave-out-marked.js';

const branch = (number: number, taken: Count | null): BranchCount => ({
  block: 0,
  branch: number,
  taken,
});
const condition = { count: 2, covered: 2, notCoveredTrue: [], notCoveredFalse: [] };

const COUNTS: FileCounts = {
  path: 'src/spi.c',
  lines: new Map<number, Count>([
    [1, 4],
    [2, 4],
    [3, 0],
  ]),
  branches: new Map([
    [2, [branch(0, 1), branch(1, 3), branch(2, 0)]],
    [3, [branch(0, null), branch(1, null)]],
  ]),
  functions: new Map([
    ['init', { line: 1, count: 4 }],
    ['fail', { line: 3, count: 0 }],
  ]),
  conditions: new Map([[2, [condition]]]),
};

function left(source: string, throws: ThrowBranches = new Map()) {
  const { counts, reachedLines } = leaveOutMarked(
    COUNTS,
    exclusionMarkers(Buffer.from(source)),
    throws,
  );
  expect(counts.path).toBe('src/spi.c');
  return {
    lines: [...counts.lines.keys()],
    branches: [...counts.branches].map(([line, ofLine]) => [line, ofLine.map((one) => one.branch)]),
    functions: [...counts.functions.keys()],
    conditions: [...counts.conditions.keys()],
    reachedLines,
  };
}

const ALL = {
  lines: [1, 2, 3],
  branches: [
    [2, [0, 1, 2]],
    [3, [0, 1]],
  ],
  functions: ['init', 'fail'],
  conditions: [2],
  reachedLines: [],
};

describe('leaveOutMarked', () => {
  it('leaves everything when nothing is marked', () => {
    expect(left('a\nb\nc\n')).toEqual(ALL);
  });

  it('takes an excluded line with its branches and the functions that start there', () => {
    expect(left('LCOV_EXCL_LINE\n\nLCOV_EXCL_LINE\n')).toEqual({
      ...ALL,
      lines: [2],
      branches: [[2, [0, 1, 2]]],
      functions: [],
    });
    expect(left('\nLCOV_EXCL_LINE\n')).toEqual({
      ...ALL,
      lines: [1, 3],
      branches: [[3, [0, 1]]],
      conditions: [],
    });
  });

  it('takes only the branches where only those are excluded', () => {
    expect(left('\nLCOV_EXCL_BR_LINE\n')).toEqual({
      ...ALL,
      branches: [[3, [0, 1]]],
      conditions: [],
    });
  });

  it('takes the ways of exceptions and leaves the others their numbers', () => {
    const source = '\nLCOV_EXCL_EXCEPTION_BR_START\nc\n';
    expect(left(source, new Map([[2, [false, true, false]]]))).toEqual({
      ...ALL,
      branches: [
        [2, [0, 2]],
        [3, [0, 1]],
      ],
    });
    expect(left(source, new Map([[3, [true, true]]]))).toEqual({
      ...ALL,
      branches: [[2, [0, 1, 2]]],
    });
    expect(left(source)).toEqual(ALL);
  });

  it('takes unreachable code that never ran, and tells of what ran', () => {
    expect(left('LCOV_UNREACHABLE_START\nb\nc\n')).toEqual({
      ...ALL,
      lines: [1, 2],
      branches: [[2, [0, 1, 2]]],
      functions: ['init'],
      reachedLines: [1, 2],
    });
    expect(left('LCOV_UNREACHABLE_LINE LCOV_EXCL_LINE\n')).toEqual({
      ...ALL,
      lines: [2, 3],
      functions: ['fail'],
    });
  });
});
