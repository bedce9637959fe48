import { describe, expect, it } from 'vitest';
import { expectSameCounts, firstDifference } from './first-difference.js';

const NOTHING = { lines: {}, branches: {}, functions: {} };
const LINES = { '9': '1', '14': '3', '100': '0' };

describe('the first difference', () => {
  it('is none between equal counts', () => {
    const counts = { 'a.c': { ...NOTHING, lines: LINES } };
    expect(firstDifference(counts, structuredClone(counts), 'gcov')).toBeNull();
  });

  it('names the lowest line, both numbers and how many more differ', () => {
    const ours = { 'a.c': { ...NOTHING, lines: LINES } };
    const theirs = { 'a.c': { ...NOTHING, lines: { '9': '1', '14': '4', '100': '1', '7': '2' } } };
    expect(firstDifference(ours, theirs, 'gcov')).toBe(
      'a.c line 7: ours nothing, gcov 2 (2 more lines differ)',
    );
  });

  it('names the branch, with - for one never reached', () => {
    const ours = {
      'a.c': {
        ...NOTHING,
        branches: {
          '5': [
            ['0', '0', '1'],
            ['0', '1', null],
          ],
        },
      },
    };
    const theirs = {
      'a.c': {
        ...NOTHING,
        branches: {
          '5': [
            ['0', '0', '1'],
            ['0', '1', '0'],
          ],
        },
      },
    };
    expect(firstDifference(ours, theirs, 'lcov')).toBe('a.c line 5 branch 1: ours -, lcov 0');
    const fewer = { 'a.c': { ...NOTHING, branches: { '5': [['0', '0', '1']] } } };
    expect(firstDifference(fewer, theirs, 'lcov')).toBe('a.c line 5 branches: ours 1, lcov 2');
  });

  it('names functions and conditions', () => {
    const ours = {
      'a.c': {
        ...NOTHING,
        functions: { main: { line: '3', count: '1' } },
        conditions: { '4': [{ count: '2', covered: '1' }] },
      },
    };
    const theirs = {
      'a.c': {
        ...NOTHING,
        functions: { main: { line: '3', count: '2' } },
        conditions: { '4': [{ count: '2', covered: '2' }] },
      },
    };
    expect(firstDifference(ours, theirs, 'gcov')).toBe(
      'a.c function main: ours {line:3,count:1}, gcov {line:3,count:2} (1 more line with conditions differs)',
    );
  });

  it('names a source that only one side counts', () => {
    const counts = { 'a.c': NOTHING };
    expect(firstDifference(counts, {}, 'gcov')).toBe('a.c is counted by us, not by gcov');
    expect(firstDifference({}, counts, 'gcov')).toBe('a.c is counted by gcov only');
  });

  it('is what a test fails with', () => {
    const file = (count: string): unknown => ({ 'a.c': { ...NOTHING, lines: { '14': count } } });
    expect(() => expectSameCounts('gcc12-templ', file('3'), file('4'), 'gcov')).toThrow(
      'gcc12-templ: a.c line 14: ours 3, gcov 4',
    );
  });
});
