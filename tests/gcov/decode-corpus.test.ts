import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { expectSameCounts } from './first-difference.js';
import { casesIn, CORPUS, decodeCase, expected, FIXTURES, neutral } from './gcov-cases.js';
import type { GcovCase } from './gcov-cases.js';

// gcov 9 prints counts of a million and more with six digits; ours are exact.
const ROUNDED_BY_GCOV = 'gcc9-million';

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
}

function rounded(value: unknown): unknown {
  if (typeof value === 'string') {
    return /^\d{7,}$/.test(value) ? String(Number(Number(value).toPrecision(6))) : value;
  }
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}
