import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exclusionMarkers, marksNothing } from '../../src/base/exclusion-markers.js';

const read = (text: string | Uint8Array) => {
  const markers = exclusionMarkers(Buffer.from(text));
  return {
    lines: [...markers.lines],
    unreachable: [...markers.unreachableLines],
    branches: [...markers.branchLines],
    exceptions: [...markers.exceptionLines],
    unclosed: markers.unclosed,
  };
};
const NOTHING = { lines: [], unreachable: [], branches: [], exceptions: [], unclosed: [] };

describe('exclusionMarkers', () => {
  it.each([
    ['EXCL', 'lines'],
    ['UNREACHABLE', 'unreachable'],
    ['EXCL_BR', 'branches'],
    ['EXCL_EXCEPTION_BR', 'exceptions'],
  ])('LCOV_%s_… speaks of %s only', (kind, what) => {
    const text = `a\nb // LCOV_${kind}_LINE\nc\n/* LCOV_${kind}_START */\nd\ne LCOV_${kind}_STOP\nf`;
    expect(read(text)).toEqual({ ...NOTHING, [what]: [2, 4, 5] });
  });

  it('sections of different kinds lie over each other', () => {
    const text = 'LCOV_EXCL_BR_START\nLCOV_EXCL_START\nLCOV_EXCL_BR_STOP\nLCOV_EXCL_STOP\n';
    expect(read(text)).toEqual({ ...NOTHING, lines: [2, 3], branches: [1, 2] });
  });

  it('several on a line act from left to right, and a LINE stays one', () => {
    expect(read('LCOV_EXCL_START LCOV_EXCL_STOP\nb')).toEqual(NOTHING);
    expect(read('LCOV_EXCL_START\nLCOV_EXCL_STOP LCOV_EXCL_START\nLCOV_EXCL_STOP').lines).toEqual([
      1, 2,
    ]);
    expect(read('LCOV_EXCL_LINE LCOV_EXCL_STOP\n').lines).toEqual([1]);
    expect(read('LCOV_EXCL_STOP LCOV_EXCL_LINE\n').lines).toEqual([1]);
  });

  it('a section that nothing closes runs to the end and is named by its first line', () => {
    expect(read('a\nLCOV_EXCL_START\nb LCOV_EXCL_START\nc')).toEqual({
      ...NOTHING,
      lines: [2, 3, 4],
      unclosed: [{ marker: 'LCOV_EXCL_START', line: 2 }],
    });
  });

  it('are only those of lcov', () => {
    const text = 'GCOV_EXCL_LINE\nGCOVR_EXCL_START\nlcov_excl_line\nLCOV_EXCL\n';
    expect(read(text)).toEqual(NOTHING);
    expect(marksNothing(exclusionMarkers(Buffer.from(text)))).toBe(true);
  });

  it('count inside longer words and texts, as they do for lcov', () => {
    const text = 'int äLCOV_EXCL_LINE;\n"LCOV_EXCL_LINE"\nMY_LCOV_EXCL_LINE\nLCOV_EXCL_LINES\nb\n';
    expect(read(text).lines).toEqual([1, 2, 3, 4]);
    expect(read('MY_LCOV_EXCL_BR_STARTED\nLCOV_EXCL_BR_STOPS')).toEqual({
      ...NOTHING,
      branches: [1],
    });
  });

  it('lines end at line feeds alone, in any encoding', () => {
    expect(read('a\fb\u2028c\rd\r\nx // LCOV_EXCL_LINE\r\n').lines).toEqual([2]);
    expect(read(Buffer.from('\xe9\xff\n\xb5 LCOV_EXCL_LINE', 'latin1')).lines).toEqual([2]);
  });

  it('takes any bytes in time that is linear', () => {
    const piece = fc.constantFrom('\n', 'x', ' LCOV_EXCL_START ', ' LCOV_EXCL_STOP ', 'LCOV_');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join('');
        const { lines } = read(text);
        expect(lines.every((line) => line >= 1 && line <= text.split('\n').length)).toBe(true);
      }),
    );
    const long = `LCOV_EXCL_START ${'LCOV_EXCL_START '.repeat(20_000)}\n${'\n'.repeat(100_000)}`;
    expect(read(long).lines).toHaveLength(100_001);
  });
});
