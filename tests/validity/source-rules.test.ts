import { describe, expect, it } from 'vitest';
import { ageOf } from '../../src/validity/ageing.js';
import { excludedLines } from '../../src/validity/exclusions.js';
import { readSource } from '../../src/validity/source-text.js';

const excluded = (text: string, markers: string[] = []): number[] =>
  excludedLines(Buffer.from(text), markers);

describe('exclusion markers', () => {
  it('take out their line, or all from START up to the line before STOP', () => {
    expect(excluded('a\nb // LCOV_EXCL_LINE\nc\n')).toEqual([2]);
    expect(excluded('a\n// LCOV_EXCL_START\nb\nc // LCOV_EXCL_STOP\nd\n')).toEqual([2, 3]);
  });

  it('act from left to right on one line', () => {
    expect(excluded('/* LCOV_EXCL_START */ a; /* LCOV_EXCL_STOP */\nb\n')).toEqual([]);
    expect(excluded('// LCOV_EXCL_START\n/* LCOV_EXCL_STOP LCOV_EXCL_START */\nb')).toEqual([
      1, 2, 3,
    ]);
    expect(excluded('// LCOV_EXCL_START\nb /* LCOV_EXCL_STOP LCOV_EXCL_LINE */\nc')).toEqual([
      1, 2,
    ]);
  });

  it('run to the end when nothing closes them', () => {
    expect(excluded('a\n// LCOV_EXCL_START\nb\nc')).toEqual([2, 3, 4]);
  });

  it('leave lines in that only speak of branches, and act inside a longer word too', () => {
    expect(
      excluded('a // LCOV_EXCL_BR_LINE\n// LCOV_EXCL_BR_START\nb MY_LCOV_EXCL_LINE\n'),
    ).toEqual([3]);
  });

  it("know the project's own markers, and line feeds alone end a line", () => {
    expect(excluded('a\fb\u2028c\rd\nassert_never(); // NOCOV\n', ['NOCOV', ''])).toEqual([2]);
  });
});

describe('the age of evidence', () => {
  const today = new Date('2026-03-03T10:00:00Z');

  it('counts whole days', () => {
    expect(ageOf('2026-02-01T10:00:00Z', 30, today)).toBe('fresh');
    expect(ageOf('2026-01-31T10:00:01Z', 30, today)).toBe('fresh');
    expect(ageOf('2026-01-31T10:00:00Z', 30, today)).toBe('aging');
    expect(ageOf('2026-03-03T10:00:00Z', 0, today)).toBe('fresh');
    expect(ageOf('2027-01-01T00:00:00Z', 0, today)).toBe('fresh');
  });

  it('is not asked for without a limit and not known without a date', () => {
    expect(ageOf('', null, today)).toBe('fresh');
    expect(ageOf('', 30, today)).toBe('undated');
    expect(ageOf('yesterday', 30, today)).toBe('undated');
    expect(ageOf('2026-13-01T00:00:00Z', 30, today)).toBe('undated');
  });
});

describe('the lines of a source', () => {
  it('end at line feeds, the last may lack one', () => {
    expect(readSource(Buffer.from('')).lineCount).toBe(0);
    expect(readSource(Buffer.from('a\nb')).lineCount).toBe(2);
    expect(readSource(Buffer.from('a\nb\n')).lineCount).toBe(2);
  });

  it('a carriage return without a line feed is told from CRLF', () => {
    expect(readSource(Buffer.from('a\r\nb\r\n')).hasLoneCr).toBe(false);
    expect(readSource(Buffer.from('a\rb\n')).hasLoneCr).toBe(true);
    expect(readSource(Buffer.from('a\r')).hasLoneCr).toBe(false);
  });

  it('UTF-16 and binaries are not text, one stray NUL is an accident', () => {
    expect(readSource(Buffer.from('int a;\n', 'utf16le')).isText).toBe(false);
    expect(readSource(Buffer.from('\ufeffint a;\n', 'utf16le')).isText).toBe(false);
    expect(readSource(Buffer.from('int a;\0\n')).isText).toBe(true);
    expect(readSource(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0])).isText).toBe(false);
  });
});
