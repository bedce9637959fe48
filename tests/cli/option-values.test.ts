import { describe, expect, it } from 'vitest';
import { collect, instant, listOf, oneOf, secondsAsMs } from '../../src/cli/option-values.js';

describe('option values', () => {
  it.each([
    ['2026-02-01T10:00:00Z', '2026-02-01T10:00:00.000Z'],
    ['2026-02-01', '2026-02-01T00:00:00.000Z'],
    ['2026-02-01T10:00+02:00', '2026-02-01T08:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('read the instant %s', (text, iso) => {
    expect(instant(text).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-2-1',
    '2026-02-01T10:00:00',
    '2026-02-01T25:00:00Z',
    '1e9',
  ])('refuse the instant %j', (text) => {
    expect(() => instant(text)).toThrow('Write it as 2026-02-01T10:00:00Z or 2026-02-01.');
  });

  it('read seconds as milliseconds', () => {
    expect(secondsAsMs('1.5')).toBe(1500);
    for (const bad of ['0', '-1', 'x', '', '1e3', '90000']) {
      expect(() => secondsAsMs(bad)).toThrow('Give seconds, more than 0 and at most 86400.');
    }
  });

  it('check words and lists of words', () => {
    expect(oneOf(['a', 'b'])('b')).toBe('b');
    expect(listOf(['a', 'b'])('a, b')).toEqual(['a', 'b']);
    expect(() => listOf(['a', 'b'])('a,c')).toThrow('Allowed: a, b.');
    expect(collect('y', ['x'])).toEqual(['x', 'y']);
  });
});
