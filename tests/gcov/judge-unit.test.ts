import { describe, expect, it } from 'vitest';
import type { CheckUnit } from '../../src/gcov/check-units.js';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import { judgeUnit } from '../../src/gcov/judge-unit.js';

function files(count: number): ReadonlyMap<string, FileCounts> {
  const none = { branches: new Map(), functions: new Map(), conditions: new Map() };
  return new Map([['a.c', { path: 'a.c', lines: new Map([[3, count]]), ...none }]]);
}

const ACCEPTED: CheckUnit = {
  name: 'a.gcda',
  notes: new Uint8Array(),
  notesName: 'a.gcno',
  data: new Uint8Array(),
  counts: { name: 'a.gcda', compileDirectory: null, files: files(1) },
  refusal: null,
};
const REFUSED: CheckUnit = { ...ACCEPTED, counts: null, refusal: 'cut at byte 7' };

function judge(unit: CheckUnit, count: number | null, messages: readonly string[] = []) {
  const answer = { files: count === null ? null : files(count), messages, end: 'ended badly' };
  const { differences, remarks } = judgeUnit(unit, answer);
  return { found: differences.map(({ kind, ours, theirs }) => [kind, ours, theirs]), remarks };
}

describe('judgeUnit', () => {
  it('takes a refusal of data we accepted as a difference, in the words of gcov', () => {
    expect(judge(ACCEPTED, 1, ["profile mismatch for 'f\u001b[2J'"])).toEqual({
      found: [['object', 'accepted', "profile mismatch for 'f'"]],
      remarks: [],
    });
  });

  it('takes no answer as a difference', () => {
    expect(judge(ACCEPTED, null).found).toEqual([['object', 'accepted', 'no counts: ended badly']]);
  });

  it('only remarks what is no refusal', () => {
    expect(judge(ACCEPTED, 1, ["version 'B21*', prefer 'B22*'"])).toEqual({
      found: [],
      remarks: ["version 'B21*', prefer 'B22*'"],
    });
  });

  it('expects to hear that a unit without data has none', () => {
    const message = 'cannot open data file, assuming not executed';
    expect(judge({ ...ACCEPTED, data: null }, 1, [message])).toEqual({ found: [], remarks: [] });
    expect(judge(ACCEPTED, 1, [message]).found).toEqual([['object', 'accepted', message]]);
  });

  it('takes counts of data we refused as a difference', () => {
    expect(judge(REFUSED, 5).found).toEqual([
      ['object', 'refused: cut at byte 7', '1 executed lines'],
    ]);
    expect(judge(REFUSED, 5, ['corrupted']).found).toEqual([
      ['object', 'refused: cut at byte 7', '1 executed lines, saying: corrupted'],
    ]);
  });

  it('agrees with a gcov that has no counts of data we refused', () => {
    expect(judge(REFUSED, 0, ['stamp mismatch with notes file']).found).toEqual([]);
    expect(judge(REFUSED, null).found).toEqual([]);
  });
});
