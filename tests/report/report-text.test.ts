import fc from 'fast-check';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/report/display-width.js';
import { lineRanges } from '../../src/report/line-ranges.js';
import { reportText } from '../../src/report/report-text.js';
import type { LossCause, ValidityReport } from '../../src/validity/validity-report.js';
import { file, line, loss, report, run, stale } from './sample-reports.js';

const plain = { color: false, columns: 80 };

const mixed = report({
  runs: [run(0, { isAging: true }), run(1), run(2, { ticket: null, dirtyRemap: true })],
  superseded: ['20250101T100000Z-proj-0-bench-0.json'],
  files: new Map([
    [
      'src/serial.c',
      file({
        5: line({ state: 'aging' }),
        6: line({ runHits: new Map([[1, 2]]) }),
        7: line({ runHits: new Map(), hits: new Map([['manual', 0]]), row: 'uncovered' }),
        15: stale(),
      }),
    ],
    ['src/old.c', file({ 3: stale(), 4: stale(), 9: stale() })],
  ]),
  lost: [
    loss('src/uart.c', 15, 'edited', ['src/serial.c', 16]),
    loss('src/uart.c', 16, 'edited', ['src/serial.c', 17]),
    loss('src/uart.c', 18, 'edited', ['src/serial.c', 19], { reprovedBy: [1] }),
    loss('src/serial.c', 30, 'deleted', ['src/serial.c', 29]),
    ...[3, 4, 9].map((at) => loss('src/old.c', at, 'file-gone')),
    loss('src/far.c', 2, 'unreachable', null, { run: 1 }),
  ],
  warnings: [
    'src/far.c (PROJ-1, base e75c84f1c2b8): its base commit and its recorded blob are gone',
  ],
});

describe('the report as text', () => {
  it('says what counts, what was lost and why, where it is now and what to test again', () => {
    expect(reportText(mixed, plain)).toBe(`Evidence as of 2026-03-01T00:00:00Z
✓ 1 line valid
! 1 line ageing: valid, and due to be tested again
✗ 7 lines lost

Captures
  ✗ bench-0 · PROJ-0 (manual, 2026-02-01T10:00:00Z): 0 valid, 1 ageing, 6 lost
  ✗ bench-1 · PROJ-1 (manual, 2026-02-01T10:00:00Z): 1 valid, 1 lost
  ✓ bench-2 (manual, 2026-02-01T10:00:00Z, the tree was not clean): 0 valid
    20250101T100000Z-proj-0-bench-0.json: replaced by a newer capture

Files
                  valid  ageing  lost  not run
  ✗ src/serial.c      1       1     3        1
  ✗ src/old.c         0       0     3        0
  ✗ src/far.c         0       0     1        0

Lost
  bench-0 · PROJ-0
    ✗ src/uart.c:15-16 · edited · now src/serial.c:16-17
    ✓ src/uart.c:18 · edited · now src/serial.c:19 · proved again by bench-1 ·
      PROJ-1
    ✗ src/serial.c:30 · deleted · its place is line 29
    ✗ src/old.c:3-4, 9 · the file is gone
  bench-1 · PROJ-1
    ✗ src/far.c:2 · there is nothing left to compare with

Test again
  bench-0 · PROJ-0: src/serial.c:16-17; the session as a whole (1 line ageing)
  bench-1 · PROJ-1: src/far.c:2

Warnings
  ! src/far.c (PROJ-1, base e75c84f1c2b8): its base commit and its recorded blob
    are gone
`);
  });

  it('says that there is no evidence yet', () => {
    const empty = report({ runs: [], selected: [], files: new Map() });
    expect(reportText(empty, plain)).toBe('No evidence in .otto/coverage/manual yet.\n');
  });

  it('drops the table where it does not fit', () => {
    expect(reportText(report(), { color: false, columns: 30 })).toBe(`Evidence as of
  2026-03-01T00:00:00Z
✓ 1 line valid

Captures
  ✓ bench-0 · PROJ-0 (manual,
    2026-02-01T10:00:00Z): 1
    valid

Files
  ✓ src/uart.c: 1 valid
`);
  });

  it('colours signs only, and says the same without colour', () => {
    const colored = reportText(mixed, { color: true, columns: 80 });
    expect(stripVTControlCharacters(colored)).toBe(reportText(mixed, plain));
    // eslint-disable-next-line no-control-regex
    const inColor = [...colored.matchAll(/\u001b\[\d+m(.*?)\u001b\[0m/g)].map(([, text]) => text);
    expect(new Set(inColor)).toEqual(new Set(['✓', '!', '✗']));
  });

  it('is plain ASCII on request', () => {
    expect(reportText(mixed, { ...plain, ascii: true })).toMatch(/^[\n -~]*$/);
  });

  it('lets nothing from a repository reach the terminal', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202egnp.c\r\n\u009b31m';
    const text = reportText(
      report({
        runs: [run(0, { ticket: evil, label: evil, tier: evil, capturedAt: evil })],
        superseded: [evil],
        files: new Map([[evil, file({ 1: line(), 2: stale() })]]),
        lost: [loss(evil, 2, 'edited', [evil, 2])],
        warnings: [evil],
      }),
      plain,
    );
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('fits the columns, whatever the names', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', '/', ' ', '板', 'é', '👩‍🚀', '\t'),
      maxLength: 60,
    });
    const cause = fc.constantFrom<LossCause>('edited', 'not-text', 'respaced', 'file-gone');
    const reports: fc.Arbitrary<ValidityReport> = fc
      .record({
        path: name,
        ticket: name,
        warning: name,
        cause,
        lines: fc.array(fc.nat(9999), { maxLength: 40 }),
      })
      .map(({ path, ticket, warning, cause: why, lines }) =>
        report({
          runs: [run(0, { ticket })],
          files: new Map([[path, file({ 5: line() })]]),
          lost: lines.map((at) => loss(path, at, why, [path, at + 1])),
          warnings: [warning],
        }),
      );
    fc.assert(
      fc.property(reports, fc.integer({ min: 24, max: 120 }), (one, columns) => {
        const rows = reportText(one, { color: false, columns }).split('\n');
        expect(Math.max(...rows.map(displayWidth))).toBeLessThanOrEqual(columns);
      }),
      { numRuns: 300 },
    );
  });
});

describe('line ranges', () => {
  it('join neighbours and count what would not fit', () => {
    expect(lineRanges([])).toBe('');
    expect(lineRanges([5, 10, 11, 12, 15])).toBe('5, 10-12, 15');
    expect(lineRanges([1, 3, 5, 6, 9], 2)).toBe('1, 3 and 3 more');
  });
});
