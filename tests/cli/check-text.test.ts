import { describe, expect, it } from 'vitest';
import { checkJson } from '../../src/cli/check-json.js';
import { checkText } from '../../src/cli/check-text.js';
import type { GcovDifference } from '../../src/gcov/gcov-difference.js';
import { parseGcovTool } from '../../src/gcov/gcov-tool.js';
import type { GcovCheck } from '../../src/session/gcov-findings.js';

const STYLE = { color: false, columns: 60 };
const LINE: GcovDifference = {
  path: '/home/bench/pump-board/firmware/components/valve/src/valve.c',
  kind: 'line',
  line: 57,
  name: null,
  unit: 'valve.gcda',
  ours: 9007199254740993n,
  theirs: null,
};

function found(
  differences: readonly GcovDifference[],
  explained: GcovCheck['explained'] = [],
): GcovCheck {
  return {
    tool: parseGcovTool('gcov (x) 9.3.0')!,
    command: 'gcov-9',
    compared: { files: 1, lines: 1234, branches: 1, functions: 3 },
    differences,
    explained,
    warnings: [],
  };
}

describe('checkText', () => {
  it('is one sentence when all is equal', () => {
    expect(checkText(found([]), STYLE)).toEqual([
      'gcov 9.3.0 agrees: 1 file, 1,234 lines, 1 branch',
    ]);
  });

  it('names a known fault of gcov and how many numbers it is about', () => {
    const fault = 'gcov 9 prints six digits';
    const explained = [{ ...LINE, ours: 1234567, theirs: 1234570, fault }];
    expect(checkText(found([], explained), STYLE).at(-1)).toBe(
      '1 number differs by a known fault: gcov 9 prints six digits',
    );
    expect(checkText(found([], [...explained, ...explained]), STYLE).at(-1)).toBe(
      '2 numbers differ by a known fault: gcov 9 prints six digits',
    );
  });

  it('fits the terminal: the front of a path goes, and what is cut is marked', () => {
    const branches = { ...LINE, kind: 'branches' as const, line: 3, ours: [1, null, 1234567890] };
    const called = { ...LINE, kind: 'function' as const, name: 'valve_\u001b[2Jopen', line: 9 };
    const rows = checkText(
      found([branches, { ...called, ours: 1 }, { ...branches, theirs: Array(30).fill(7) }, LINE]),
      { ...STYLE, columns: 100 },
    );
    expect(rows).toEqual([
      'gcov 9.3.0 differs in 4 places; compared: 1 file, 1,234 lines, 1 branch',
      'Where                                         What        otto-bench        gcov 9.3.0',
      '…ard/firmware/components/valve/src/valve.c:3  branches    1 - 1234567890    -',
      '…ard/firmware/components/valve/src/valve.c:9  valve_open  1                 -',
      '…ard/firmware/components/valve/src/valve.c:3  branches    1 - 1234567890    7 7 7 7 7 7 7 7 7 7 7 7…',
      '…rd/firmware/components/valve/src/valve.c:57  line        9007199254740993  -',
    ]);
  });
});

describe('checkJson', () => {
  it('writes numbers exactly and names what a difference is about', () => {
    const text = checkJson(
      found([LINE, { ...LINE, kind: 'function', name: 'f', ours: [1, null] }]),
    );
    expect(text).toContain('"unit":"valve.gcda","ours":9007199254740993,"theirs":null}');
    expect(JSON.parse(text).differences[1]).toEqual({
      path: LINE.path,
      kind: 'function',
      line: 57,
      name: 'f',
      unit: 'valve.gcda',
      ours: [1, null],
      theirs: null,
    });
  });
});
