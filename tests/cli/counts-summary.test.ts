import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsSummary, type SummaryNote } from '../../src/cli/counts-summary.js';
import type { FileCounts } from '../../src/gcov/file-counts.js';
import { displayWidth } from '../../src/report/display-width.js';
import type { Evidence } from '../../src/session/decode-evidence.js';

const PLAIN = { color: false, columns: 80 };

function file(path: string, lines: number, hitLines: number, branches = 0): FileCounts {
  const counts = Array.from({ length: lines }, (_, at) => [at + 1, Number(at < hitLines)] as const);
  const ofLine = Array.from({ length: branches }, (_, branch) => ({ block: 0, branch, taken: 1 }));
  return {
    path,
    lines: new Map(counts),
    branches: new Map(branches > 0 ? [[1, ofLine]] : []),
    functions: new Map([['main', { line: 1, count: hitLines }]]),
    conditions: new Map(),
  };
}

function evidence(counts: readonly FileCounts[], objects: Evidence['objects'] = []): Evidence {
  return { units: [], raw: [], counts, objects, warnings: [] };
}

describe('the summary of counts', () => {
  it('shows hits, totals and percentages by source, in the order of names, and the sum', () => {
    const files = [file('src/spi.c', 200, 1, 4), file('src/adc.c', 8, 8), file('src/off.c', 3, 0)];
    expect(countsSummary(evidence(files), PLAIN)).toBe(
      [
        'Lines         Functions   Branches    File',
        '  8/8 100 %   1/1 100 %           -   src/adc.c',
        '  0/3   0 %   0/1   0 %           -   src/off.c',
        '1/200 <1 %    1/1 100 %   4/4 100 %   src/spi.c',
        '9/211   4 %   2/3  66 %   4/4 100 %   total of 3 sources',
        '',
      ]
        .join('\n')
        .replace('1/200 <1 % ', '1/200  <1 %'),
    );
  });

  it('shortens long names in their middle', () => {
    const path = '/home/bench/pump-board/modules/drivers/analog/src/converter.c';
    const [, row] = countsSummary(evidence([file(path, 8, 8)]), PLAIN).split('\n');
    expect(row).toBe(
      '8/8 100 %   1/1 100 %          -   /home/bench/pump-board…analog/src/converter.c',
    );
    const ascii = countsSummary(evidence([file(path, 8, 8)]), { ...PLAIN, ascii: true });
    expect(ascii.split('\n')[1]).toContain('...');
    expect(ascii).toMatch(/^[ -~\n]*$/);
  });

  it('uses words below each other where columns do not fit', () => {
    expect(countsSummary(evidence([file('src/spi.c', 8, 4, 2)]), { ...PLAIN, columns: 40 })).toBe(
      [
        'src/spi.c',
        '  lines 4/8  50 %, functions 1/1 100 %',
        '  branches 2/2 100 %',
        'total of 1 source',
        '  lines 4/8  50 %, functions 1/1 100 %',
        '  branches 2/2 100 %',
        '',
      ].join('\n'),
    );
  });

  it('keeps the columns when only the sum is too wide for them', () => {
    const files = Array.from({ length: 3 }, (_, at) => file(`src/unit-${at}.c`, 900, 900, 900));
    const columns = 66;
    expect(countsSummary(evidence(files), { ...PLAIN, columns }).split('\n')).toEqual([
      'Lines           Functions   Branches        File',
      ...[0, 1, 2].map((at) => `900/900 100 %   1/1 100 %   900/900 100 %   src/unit-${at}.c`),
      'total of 3 sources',
      '  lines 2700/2700 100 %, functions 3/3 100 %',
      '  branches 2700/2700 100 %',
      '',
    ]);
  });

  it('tells which objects are not ok, and why', () => {
    const objects: Evidence['objects'] = [
      { path: 'a.gcda', status: 'ok', reason: null },
      { path: 'b.gcda', status: 'repaired', reason: 'a row was sent twice' },
      { path: 'c.gcda', status: 'damaged', reason: 'line 39 is not a whole row\nand more' },
    ];
    const text = countsSummary(evidence([], objects), { ...PLAIN, columns: 44 });
    expect(text.split('\n').slice(2)).toEqual([
      '',
      '2 of 3 objects are not ok',
      '! repaired: b.gcda: a row was sent twice',
      '✗ damaged: c.gcda: line 39 is not a whole',
      '  row; and more',
      '',
    ]);
    expect(countsSummary(evidence([], objects), { ...PLAIN, ascii: true })).toContain(
      '\nx damaged',
    );
  });

  it('puts signs behind the sources a remark is about, and the remark below', () => {
    const notes: readonly SummaryNote[] = [
      { sign: '*', text: 'zeros here may be wrong', paths: new Set(['src/spi.c']) },
      { sign: '+', text: 'never shown', paths: new Set(['src/other.c']) },
    ];
    const files = [file('src/adc.c', 8, 8), file('src/spi.c', 8, 0)];
    expect(countsSummary(evidence(files), PLAIN, notes).split('\n').slice(1)).toEqual(
      [
        '8/8  100 %   1/1 100 %          -   src/adc.c',
        '0/8    0 %   0/1   0 %          -   src/spi.c *',
        '8/16  50 %   1/2  50 %          -   total of 2 sources',
        '* zeros here may be wrong',
        '',
      ].map((line) => line.replace(/^(\d\/8) /, ' $1')),
    );
  });

  it('colours nothing that says something by its colour alone', () => {
    const files = [file('src/adc.c', 8, 8)];
    const colored = countsSummary(evidence(files), { ...PLAIN, color: true });
    // eslint-disable-next-line no-control-regex
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(countsSummary(evidence(files), PLAIN));
    expect(colored).toContain('\u001b[1m');
  });

  it('is never wider than the terminal, and shows no control characters', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(fc.constantFrom('/src', '测试', '\u001b[2J', 'long-name', '\n', 'e\u0301'))
        .map((all) => all.join('')),
    );
    const counts = fc
      .tuple(name, fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 2000 }))
      .map(([path, lines, branches]) => file(path, lines, lines >> 1, branches));
    const object = fc.record({
      path: name,
      status: fc.constantFrom('ok' as const, 'damaged' as const, 'repaired' as const),
      reason: fc.option(name),
    });
    fc.assert(
      fc.property(
        fc.array(counts, { maxLength: 4 }),
        fc.array(object, { maxLength: 3 }),
        fc.integer({ min: 40, max: 200 }),
        fc.boolean(),
        (files, objects, columns, ascii) => {
          const notes = [{ sign: '*', text: 'a remark', paths: new Set(files.map((f) => f.path)) }];
          const style = { color: false, columns, ascii };
          const text = countsSummary(evidence(files, objects), style, notes);
          for (const line of text.split('\n')) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns);
            // eslint-disable-next-line no-control-regex
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
