import { describe, expect, it } from 'vitest';
import type { Count } from '../../src/base/count.js';
import { compareWithGcov } from '../../src/gcov/compare-with-gcov.js';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import { byPlace } from '../../src/gcov/gcov-difference.js';
import { gcovFault } from '../../src/gcov/gcov-fault.js';
import { parseGcovTool } from '../../src/gcov/gcov-tool.js';

interface Sample {
  readonly path?: string;
  readonly lines?: Readonly<Record<number, Count>>;
  readonly branches?: Readonly<Record<number, readonly (Count | null)[]>>;
  readonly functions?: FileCounts['functions'];
  readonly conditions?: FileCounts['conditions'];
}

function file({ path = 'a.c', lines = {}, branches = {}, functions, conditions }: Sample) {
  const counts: FileCounts = {
    path,
    lines: new Map(Object.entries(lines).map(([line, count]) => [Number(line), count])),
    branches: new Map(
      Object.entries(branches).map(([line, list]) => [
        Number(line),
        list.map((taken, branch) => ({ block: 0, branch, taken })),
      ]),
    ),
    functions: functions ?? new Map(),
    conditions: conditions ?? new Map(),
  };
  return new Map([[path, counts]]);
}

const compare = (ours: Sample, theirs: Sample) =>
  [...compareWithGcov('a.gcda', file(ours), file(theirs))].sort(byPlace);
const facts = (ours: Sample, theirs: Sample) =>
  compare(ours, theirs).map((found) => [
    found.kind,
    found.line,
    found.name,
    found.ours,
    found.theirs,
  ]);

describe('compareWithGcov', () => {
  it('finds nothing in equal counts', () => {
    const sample = { lines: { 3: 2n ** 60n }, branches: { 3: [1, null, 0] } };
    expect(compare(sample, sample)).toEqual([]);
  });

  it('lists each line that differs or that one side does not have', () => {
    expect(facts({ lines: { 3: 1, 4: 0, 5: 7 } }, { lines: { 3: 2, 5: 7, 6: 0 } })).toEqual([
      ['line', 3, null, 1, 2],
      ['line', 4, null, 0, null],
      ['line', 6, null, null, 0],
    ]);
  });

  it('tells a branch never reached from one never taken', () => {
    expect(facts({ branches: { 3: [1, 0] } }, { branches: { 3: [1, null] } })).toEqual([
      ['branches', 3, null, [1, 0], [1, null]],
    ]);
    expect(facts({ branches: { 3: [1] } }, { branches: { 3: [1, 2] } })).toHaveLength(1);
  });

  it('compares functions by name: count, first line, prime paths', () => {
    const ours = new Map([
      ['f', { line: 3, count: 1, primePaths: { total: 4, covered: 2 } }],
      ['g', { line: 9, count: 1, primePaths: { total: 0, covered: 0 } }],
      ['h', { line: 12, count: 0 }],
    ]);
    const theirs = new Map([
      ['f', { line: 4, count: 2, primePaths: { total: 4, covered: 3 } }],
      ['g', { line: 9, count: 1 }],
    ]);
    expect(facts({ functions: ours }, { functions: theirs })).toEqual([
      ['function', 3, 'f', 1, 2],
      ['function-line', 3, 'f', 3, 4],
      ['prime-paths', 3, 'f', '2 of 4', '3 of 4'],
      ['function', 12, 'h', 0, null],
    ]);
  });

  it('compares conditions term by term', () => {
    const condition = (notCoveredFalse: number[]) =>
      new Map([
        [
          3,
          [{ count: 4, covered: 4 - notCoveredFalse.length, notCoveredTrue: [], notCoveredFalse }],
        ],
      ]);
    expect(facts({ conditions: condition([0]) }, { conditions: condition([1]) })).toEqual([
      ['conditions', 3, null, '3 of 4 (not false 0)', '3 of 4 (not false 1)'],
    ]);
  });

  it('meets sources whose folders gcov has folded', () => {
    const lines = { 3: 1 };
    expect(compare({ path: 'b/../src/a.c', lines }, { path: 'src/a.c', lines })).toEqual([]);
    expect(compare({ path: '../../src/a.c', lines }, { path: '../../src/a.c', lines })).toEqual([]);
  });

  it('lists a source that one side does not have once, and one without code not at all', () => {
    const lone = { path: 'b.c', lines: { 1: 0, 2: 1 } };
    expect(facts(lone, { path: 'c.c' })).toEqual([['source', null, null, '2 lines', null]]);
    expect(facts({ path: 'c.c' }, lone)).toEqual([['source', null, null, null, '2 lines']]);
  });
});

describe('gcovFault', () => {
  const gcov9 = parseGcovTool('gcov (x) 9.3.0')!;
  const gcov10 = parseGcovTool('gcov (x) 10.2.0')!;
  const fault = (ours: Count, theirs: Count, tool = gcov9) =>
    compare({ lines: { 3: ours } }, { lines: { 3: theirs } }).map((found) =>
      gcovFault(tool, found),
    );

  it('knows the six digits of gcov 9, and only those', () => {
    expect(fault(1234567, 1234570)).toEqual(['gcov 9 prints six digits']);
    expect(fault(2n ** 60n, 1152920000000000000n)).toEqual(['gcov 9 prints six digits']);
    expect(fault(1234567, 1234580)).toEqual([null]);
    expect(fault(999999, 999998)).toEqual([null]);
    expect(fault(1234567, 1234570, gcov10)).toEqual([null]);
  });

  it('wants every branch of a line explained', () => {
    const found = (theirs: readonly (Count | null)[]) =>
      compare({ branches: { 3: [1234567, 0, null] } }, { branches: { 3: theirs } });
    expect(found([1234570, 0, null]).map((one) => gcovFault(gcov9, one))).toEqual([
      'gcov 9 prints six digits',
    ]);
    expect(found([1234570, 1, null]).map((one) => gcovFault(gcov9, one))).toEqual([null]);
    expect(found([1234570, 0, 0]).map((one) => gcovFault(gcov9, one))).toEqual([null]);
  });
});
