import { describe, expect, it } from 'vitest';
import type { Bar } from '../../scripts/bench/bars.js';
import { isMet } from '../../scripts/bench/bars.js';
import { reportJson, reportText } from '../../scripts/bench/bench-report.js';
import { growthExponent, median } from '../../scripts/bench/statistics.js';

const HALF: Bar = { name: 'wall of one gcov', value: 0.42, is: 'most', bar: 0.5, unit: 'x' };
const SLOW: Bar = { name: 'faster than gcovr', value: 7.257, is: 'least', bar: 15, unit: 'x' };
const REPORT = {
  name: 'decode',
  results: { units: 2000 },
  bars: [HALF, SLOW],
  tables: [
    [
      ['tool', 'wall s'],
      ['ours', '0.5'],
      ['gcov', '12.5'],
    ],
  ],
  notes: ['not installed, so not timed: lcov'],
};

describe('a bench report', () => {
  it('prints tables, a verdict on every bar, and notes', () => {
    expect(reportText(REPORT)).toBe(`bench: decode

tool  wall s
ours     0.5
gcov    12.5

bar                measured  wanted
wall of one gcov      0.42x  <= 0.5x  pass
faster than gcovr     7.26x  >= 15x   FAIL

not installed, so not timed: lcov`);
  });

  it('gives the same as JSON', () => {
    expect(JSON.parse(reportJson(REPORT))).toEqual({
      bench: 'decode',
      units: 2000,
      bars: [
        { ...HALF, isMet: true },
        { ...SLOW, isMet: false },
      ],
      notes: REPORT.notes,
    });
  });

  it('misses a bar that was not measured', () => {
    expect(isMet({ ...HALF, value: Number.NaN })).toBe(false);
    expect(isMet({ ...SLOW, value: Number.NaN })).toBe(false);
  });
});

describe('statistics', () => {
  it('takes the middle of an odd and of an even number of values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('finds the exponent of a power', () => {
    const points = (exponent: number) =>
      [300, 800, 2000].map((size) => ({ size, time: 0.01 * size ** exponent }));
    expect(growthExponent(points(1))).toBeCloseTo(1);
    expect(growthExponent(points(2))).toBeCloseTo(2);
  });
});
