import { describe, expect, it } from 'vitest';
import { failOn, type FailState } from '../../src/report/fail-on.js';
import { file, line, loss, report, stale } from './sample-reports.js';

const ALL: readonly FailState[] = ['stale', 'aging', 'unverifiable'];

describe('what a check can refuse', () => {
  it('is nothing when all evidence counts', () => {
    expect(failOn(report(), ALL)).toEqual([]);
  });

  it('is lost evidence, until the code is executed again where it is now', () => {
    const files = new Map([['a.c', file({ 1: stale() })]]);
    const lost = loss('a.c', 1, 'edited', ['a.c', 1]);
    expect(failOn(report({ files, lost: [lost] }), ALL)).toEqual(['stale']);
    expect(failOn(report({ files, lost: [{ ...lost, reprovedBy: [1] }] }), ALL)).toEqual([]);
    expect(failOn(report({ lost: [loss('a.c', 1, 'file-gone')] }), ALL)).toEqual(['stale']);
  });

  it('is evidence that cannot be compared', () => {
    for (const cause of ['unreachable', 'broken-anchor', 'not-text', 'line-table'] as const) {
      expect(failOn(report({ lost: [loss('a.c', 1, cause)] }), ALL)).toEqual([
        'stale',
        'unverifiable',
      ]);
    }
  });

  it('is evidence that has aged, and only what was asked for', () => {
    const files = new Map([['a.c', file({ 1: line({ state: 'aging' }) })]]);
    expect(failOn(report({ files }), ALL)).toEqual(['aging']);
    expect(failOn(report({ files }), ['stale'])).toEqual([]);
  });
});
