import { describe, expect, it } from 'vitest';
import { readGcovJson } from '../../src/gcov/read-gcov-json.js';
import { refusalOf } from './gcov-cases.js';

function document(lines: string, functions = '[]', file = '"a.c"'): string {
  return `{"gcc_version": "12.2.0", "files": [{"lines": ${lines}, "functions": ${functions}, "file": ${file}}], "format_version": "1", "current_working_directory": "/x", "data_file": "u0.gcda"}`;
}

function line(number: number, count: string, more = '"branches": []', unexecuted = false): string {
  return `{"line_number": ${number}, "count": ${count}, "unexecuted_block": ${unexecuted}, ${more}}`;
}

describe('readGcovJson', () => {
  it('keeps counts beyond 2^53', () => {
    const { dataFile, files } = readGcovJson(
      document(`[${line(3, '9007199254740993')}, ${line(4, '-18014398509481985')}]`),
    );
    expect(dataFile).toBe('u0.gcda');
    expect([...files.get('a.c')!.lines]).toEqual([
      [3, 9007199254740993n],
      [4, -18014398509481985n],
    ]);
  });

  it('reads the floating point of gcov 9', () => {
    const { files } = readGcovJson(document(`[${line(3, '1.23457e+06')}]`));
    expect(files.get('a.c')!.lines.get(3)).toBe(1234570);
  });

  it('leaves digits in names alone', () => {
    const file = String.raw`"a \" 1234567890123456789 1.5e3.c"`;
    const { files } = readGcovJson(document('[]', '[]', file));
    expect([...files.keys()]).toEqual(['a " 1234567890123456789 1.5e3.c']);
  });

  it('adds lines that are printed once for each function of a group', () => {
    const branches = (...counts: number[]) =>
      `"branches": [${counts.map((count) => `{"count": ${count}, "throw": false}`).join(',')}]`;
    const { files } = readGcovJson(
      document(
        `[${line(3, '2', branches(2, 0))}, ${line(3, '0', branches(0, 0, 0), true)}, ${line(3, '1', branches(0, 1))}]`,
      ),
    );
    expect([...files.get('a.c')!.lines]).toEqual([[3, 3]]);
    expect(
      files
        .get('a.c')!
        .branches.get(3)!
        .map(({ taken }) => taken),
    ).toEqual([2, 1, null]);
  });

  it('takes branches for never reached only where a block of a line of zero never ran', () => {
    const one = '"branches": [{"count": 0}]';
    const { files } = readGcovJson(
      document(`[${line(3, '0', one, true)}, ${line(4, '0', one)}, ${line(5, '1', one, true)}]`),
    );
    const { branches } = files.get('a.c')!;
    expect([3, 4, 5].map((at) => branches.get(at)![0]!.taken)).toEqual([null, 0, 0]);
  });

  it('reads conditions and prime paths', () => {
    const conditions =
      '"branches": [], "conditions": [{"count": 4, "covered": 3, "not_covered_true": [], "not_covered_false": [1]}]';
    const functions =
      '[{"name": "f", "start_line": 3, "execution_count": 7, "total_prime_paths": 4, "covered_prime_paths": 3}]';
    const { files } = readGcovJson(document(`[${line(3, '7', conditions)}]`, functions));
    const file = files.get('a.c')!;
    expect(file.conditions.get(3)).toEqual([
      { count: 4, covered: 3, notCoveredTrue: [], notCoveredFalse: [1] },
    ]);
    expect(file.functions.get('f')).toEqual({
      line: 3,
      count: 7,
      primePaths: { total: 4, covered: 3 },
    });
  });

  it.each([
    ['Segmentation fault', 'it begins: Segmentation fault'],
    ['[]', 'it begins: []'],
    ['{}', 'no good "files" in it; it begins: {}'],
    ['{"files": [7], "data_file": "x"}', 'it begins: {"files": [7], "data_file": "x"}'],
    [
      document(`[${line(3, '"7e"')}]`).slice(0, 400),
      'no good "count" in it; it begins: {"gcc_version": "12.2.0", "files": [{"lines": [{"line_number": 3, "count": "7e", "unexecuted_block": false, "branches": ',
    ],
    ['\u001b[2J{', 'it begins: {'],
  ])('refuses %j', (text, why) => {
    expect(refusalOf(() => readGcovJson(text))).toMatchObject({
      code: 'PROGRAM_FAILED',
      message: 'gcov printed something that is not its JSON',
      why,
    });
  });
});
