import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Count } from '../../src/base/count.js';
import type { BranchCount, FileCounts } from '../../src/gcov/file-counts.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { readTracefile } from '../../src/gcov/read-tracefile.js';
import { writeTracefile } from '../../src/gcov/write-tracefile.js';
import { expectSameCounts } from './first-difference.js';
import { casesIn, CORPUS, decodeCase, expected, FIXTURES, neutral } from './gcov-cases.js';
import type { GcovCase } from './gcov-cases.js';

// gcov 9 prints counts of a million and more with six digits; ours are exact.
const ROUNDED_BY_GCOV = 'gcc9-million';
// lcov has the rounded numbers, or applied exclusion markers in the sources while capturing.
const OTHERWISE_IN_LCOV = [ROUNDED_BY_GCOV, 'gcc12-excl-markers'];

describe.each(casesIn(FIXTURES))('$name', (gcovCase) => checkCase(gcovCase));

describe.skipIf(!existsSync(CORPUS))('reference data', () => {
  describe.each(casesIn(CORPUS))('$name', (gcovCase) => checkCase(gcovCase));
});

function checkCase(gcovCase: GcovCase): void {
  it('counts what its own gcov counts', () => {
    const { units } = decodeCase(gcovCase);
    const got = neutral(mergeUnits(units).values());
    const want = expected(gcovCase.folder);
    const isRounded = gcovCase.name === ROUNDED_BY_GCOV;
    expectSameCounts(gcovCase.name, isRounded ? rounded(got) : got, want, 'gcov');
  });

  const info = join(gcovCase.folder, 'expected.info');
  it.skipIf(!existsSync(info) || OTHERWISE_IN_LCOV.includes(gcovCase.name))(
    'writes the tracefile lcov writes',
    () => {
      const { units } = decodeCase(gcovCase);
      const home = `/src/corpus/${gcovCase.name}`;
      const files = mergeUnits(units, (unit, path) =>
        posix.resolve(home, unit.compileDirectory ?? '', path),
      );
      const got = readTracefile(Buffer.from(writeTracefile(files.values())), 'ours');
      const want = readTracefile(readFileSync(info), 'lcov');
      const precision = precisionOf(gcovCase.name);
      expectSameCounts(
        gcovCase.name,
        comparable(got, precision),
        comparable(want, precision),
        'lcov',
      );
    },
  );
}

/** What lcov's input keeps of branches: JSON all, intermediate text the fact, plain text little. */
type Precision = 'counts' | 'taken' | 'lines';

function precisionOf(name: string): Precision {
  if (/^(avr5|clang9)-/.test(name)) return 'lines';
  return /^(arm-none8|clang)/.test(name) ? 'taken' : 'counts';
}

function comparable(files: readonly FileCounts[], precision: Precision): unknown {
  const shown = files
    .filter((file) => file.lines.size > 0)
    .map((file) => ({
      ...file,
      path: posix.normalize(file.path),
      branches: new Map(precision === 'lines' ? [] : branchRows(file, precision)),
      // lcov 1.16 writes function names beyond ASCII in another encoding.
      functions: new Map([...file.functions].filter(([name]) => /^[ -~]+$/.test(name))),
    }));
  // One of two records of a source would hide the other.
  expect(new Set(shown.map(({ path }) => path)).size).toBe(shown.length);
  return neutral(shown);
}

function branchRows(file: FileCounts, precision: Precision): [number, BranchCount[]][] {
  const taken = (count: Count | null): Count | null =>
    count === null || precision === 'counts' ? count : Number(count > 0);
  return [...file.branches].map(([line, branches]) => [
    line,
    branches.map((one) => ({ block: 0, branch: one.branch, taken: taken(one.taken) })),
  ]);
}

function rounded(value: unknown): unknown {
  if (typeof value === 'string') {
    return /^\d{7,}$/.test(value) ? String(Number(Number(value).toPrecision(6))) : value;
  }
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}
