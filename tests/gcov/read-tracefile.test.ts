import { describe, expect, it } from 'vitest';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import { readTracefile } from '../../src/gcov/read-tracefile.js';
import { refusalOf } from './gcov-cases.js';

function read(text: string): readonly FileCounts[] {
  return readTracefile(Buffer.from(text), 'board.info');
}

function record(...rows: readonly string[]): string {
  return ['TN:', 'SF:src/spi.c', ...rows, 'end_of_record', ''].join('\n');
}

function only(text: string): FileCounts {
  const files = read(text);
  expect(files.length).toBe(1);
  return files[0]!;
}

describe('readTracefile', () => {
  it('reads lines, branches and functions in the order they are met', () => {
    const file = only(
      record(
        'FN:3,9,spi_init',
        'FN:12,operator(),(int, char)',
        'FNDA:4,spi_init',
        'FNDA:0,operator(),(int, char)',
        'FNF:2',
        'FNH:1',
        'BRDA:7,0,0,3',
        'BRDA:7,0,1,-',
        'BRF:2',
        'BRH:1',
        'DA:9,1,md5sum',
        'DA:3,4',
        'VER:x',
        'LF:2',
        'LH:2',
      ),
    );
    expect(file.path).toBe('src/spi.c');
    expect([...file.lines]).toEqual([
      [9, 1],
      [3, 4],
    ]);
    expect([...file.branches]).toEqual([
      [
        7,
        [
          { block: 0, branch: 0, taken: 3 },
          { block: 0, branch: 1, taken: null },
        ],
      ],
    ]);
    expect([...file.functions]).toEqual([
      ['spi_init', { line: 3, count: 4 }],
      ['operator(),(int, char)', { line: 12, count: 0 }],
    ]);
  });

  it('adds repeated rows and repeated records of one source', () => {
    const rows = record('DA:1,2', 'DA:1,3', 'BRDA:1,0,0,-', 'BRDA:1,0,0,2', 'FN:1,f', 'FNDA:1,f');
    const file = only(rows + rows);
    expect(file.lines.get(1)).toBe(10);
    expect(file.branches.get(1)).toEqual([{ block: 0, branch: 0, taken: 4 }]);
    expect(file.functions.get('f')).toEqual({ line: 1, count: 2 });
  });

  it('understands what lcov 2 writes', () => {
    const file = only(
      record(
        'FNL:0,18,25',
        'FNA:0,3,_Z4pushc',
        'FNA:0,6,_Z4pushi',
        'BRDA:33,e0,1,2',
        'BRDA:33,0,0,1',
        'BRDA:40,0,a > b,5',
        'BRDA:40,0,f(a, b),-',
        'DA:33,3',
      ),
    );
    expect([...file.functions]).toEqual([
      ['_Z4pushc', { line: 18, count: 3 }],
      ['_Z4pushi', { line: 18, count: 6 }],
    ]);
    expect(file.branches.get(33)).toEqual([
      { block: 0, branch: 1, taken: 2 },
      { block: 0, branch: 0, taken: 1 },
    ]);
    expect(file.branches.get(40)).toEqual([
      { block: 0, branch: 0, taken: 5 },
      { block: 0, branch: 1, taken: null },
    ]);
  });

  it('reads CRLF, a byte order mark and blanks around rows', () => {
    const text = `\ufeff${record(' DA:1,2 ', 'DA:2,0')}`.replaceAll('\n', '\r\n');
    expect([...only(text).lines]).toEqual([
      [1, 2],
      [2, 0],
    ]);
  });

  it('keeps counts beyond 2^53 exact', () => {
    const file = only(record('DA:1,9007199254740993', 'DA:2,18446744073709551615'));
    expect([...file.lines.values()]).toEqual([9007199254740993n, 18446744073709551615n]);
  });

  it('takes negative counts as 0 and warns of all of them at once', () => {
    const read = (...rows: readonly string[]) => {
      const warnings: string[] = [];
      const [file] = readTracefile(Buffer.from(record(...rows)), 'board.info', (sentence) =>
        warnings.push(sentence),
      );
      return { lines: [...file!.lines.values()], warnings };
    };
    expect(read('DA:3,1', 'DA:4,-7')).toEqual({
      lines: [1, 0],
      warnings: ['board.info: a count is negative, in line 4: taken as 0, not executed'],
    });
    expect(read('DA:3,-1', 'BRDA:3,0,0,-2', 'BRDA:3,0,1,-', 'FN:3,f', 'FNDA:-9,f')).toEqual({
      lines: [0],
      warnings: [
        'board.info: 3 counts are negative, the first in line 3: taken as 0, not executed',
      ],
    });
    expect(read('DA:3,-0', 'DA:4,+5')).toEqual({ lines: [0, 5], warnings: [] });
  });

  it('drops line 0', () => {
    const file = only(record('DA:0,5', 'FN:0,init', 'FNDA:1,init', 'BRDA:0,0,0,1', 'DA:1,1'));
    expect([file.lines.size, file.functions.size, file.branches.size]).toEqual([1, 0, 0]);
  });

  it('refuses a file that ends inside a record', () => {
    const cut = record('DA:1,1', 'DA:2,1').replace('end_of_record\n', '');
    expect(refusalOf(() => read(cut))).toMatchObject({
      code: 'BAD_TRACEFILE',
      message: 'board.info is cut off: it ends inside a record',
      why: 'line 4: the record that starts at line 2 has no end_of_record before the end of the file',
      hints: [
        'write the tracefile again with lcov; a cut one turns lines that ran into lines not run',
      ],
    });
  });

  it('refuses a record that starts inside another', () => {
    expect(refusalOf(() => read('SF:a\nDA:1,1\nSF:b\nend_of_record\n'))).toMatchObject({
      message: 'board.info lacks the end of a record',
      why: 'line 3: the record that starts at line 1 has no end_of_record before line 3',
    });
  });

  it.each([
    ['DA:x,1', 'a line number'],
    ['DA:1', 'a whole count'],
    ['DA:1,2.5', 'a whole count'],
    ['DA:1,', 'a whole count'],
    ['DA:99999999999,1', 'a line number'],
    ['DA:1,123456789012345678901', 'a whole count'],
    ['BRDA:1,0,0', 'a whole count'],
    ['BRDA:1,?,0,1', 'a block number'],
    ['BRDA:1,0,0,yes', 'a whole count'],
    ['FN:main', 'a line and a function name'],
    ['FNDA:1', 'a count and a function name'],
    ['FNA:7,1,f', 'the number of an FNL row before'],
  ])('refuses %s', (row, wanted) => {
    expect(refusalOf(() => read(record('DA:5,5', row)))).toMatchObject({
      code: 'BAD_TRACEFILE',
      message: 'board.info is not a sound tracefile',
      why: `line 4: expected ${wanted}, found "${row}"`,
    });
  });

  it('refuses rows outside a record, and a file without one', () => {
    expect(refusalOf(() => read('TN:\nDA:1,1\n')).why).toBe(
      'line 2: expected an SF row first, found "DA:1,1"',
    );
    expect(refusalOf(() => read('TN:\n')).message).toBe('board.info holds no coverage');
    expect(refusalOf(() => read('')).message).toBe('board.info holds no coverage');
  });

  it('shows a row from the file so that no terminal acts on it', () => {
    const error = refusalOf(() => read(record('DA:\u001b[2J1,\u0007')));
    expect(error.why).toBe('line 3: expected a line number, found "DA:1,␇"');
  });
});
