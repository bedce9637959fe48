import { describe, expect, it } from 'vitest';
import type { Count } from '../../src/base/count.js';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import { writeTracefile } from '../../src/gcov/write-tracefile.js';

const SPI: FileCounts = {
  path: 'src/spi.c',
  lines: new Map<number, Count>([
    [3, 4],
    [4, 9007199254740993n],
    [5, 0],
    [6, -3],
  ]),
  branches: new Map([
    [
      4,
      [
        { block: 0, branch: 0, taken: 2 },
        { block: 0, branch: 1, taken: null },
      ],
    ],
  ]),
  functions: new Map([['spi_init', { line: 3, count: 4 }]]),
  conditions: new Map(),
};

describe('writeTracefile', () => {
  it('writes what lcov reads, negative counts as 0', () => {
    expect(writeTracefile([SPI])).toBe(
      [
        'TN:',
        'SF:src/spi.c',
        'FN:3,spi_init',
        'FNDA:4,spi_init',
        'FNF:1',
        'FNH:1',
        'BRDA:4,0,0,2',
        'BRDA:4,0,1,-',
        'BRF:2',
        'BRH:1',
        'DA:3,4',
        'DA:4,9007199254740993',
        'DA:5,0',
        'DA:6,0',
        'LF:4',
        'LH:2',
        'end_of_record',
        '',
      ].join('\n'),
    );
  });

  it('does not let a name from a file add rows', () => {
    const forged = { ...SPI, path: 'a.c\nDA:1,1', functions: new Map() };
    expect(writeTracefile([forged]).split('\n')[1]).toBe('SF:a.c␊DA:1,1');
  });
});
