import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { decodeObjects, type DecodeResult } from '../../src/gcov/decode-objects.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import {
  bytesOf,
  CORPUS,
  damagedIn,
  expected,
  FIXTURES,
  neutral,
  rawObject,
} from './gcov-cases.js';
import { expectSameCounts } from './first-difference.js';
import type { DamagedCase } from './gcov-cases.js';

// Legal files of another run: nothing in them says that a counter was zeroed.
const UNDETECTABLE = ['g12-len-negative-right'];

describe.each(damagedIn(FIXTURES))('damaged: $name', (damaged) => checkDamaged(damaged));

describe.skipIf(!existsSync(CORPUS))('reference data', () => {
  describe.each(damagedIn(CORPUS))('damaged: $name', (damaged) => checkDamaged(damaged));
});

function checkDamaged(damaged: DamagedCase): void {
  const { name, folder, gcda } = damaged;
  const flags = flagsOf(damaged);
  it(`${flags}: ends in a refusal with the place, or in the right numbers`, () => {
    const outcome = decodeDamaged(damaged);
    if (outcome instanceof BenchError) {
      if (damaged.mustAccept) expect.fail(`${name} (${flags}) was refused: ${said(outcome)}`);
      checkRefusal(outcome, damaged);
      return;
    }
    const got = neutral(mergeUnits(outcome.units).values());
    if (damaged.mustRefuse) {
      expect.fail(`${name} (${flags}) was accepted; it counts ${JSON.stringify(got)}`);
    }
    if (!damaged.sameAsUndamaged && !UNDETECTABLE.includes(name)) {
      expect.fail(`${name} (${flags}) was accepted, though gcov's own numbers for it are wrong`);
    }
    expectSameCounts(`${name} (${flags}) was accepted`, got, expected(folder), 'gcov');
    expect(outcome.objects).toEqual([{ path: gcda, status: 'ok', reason: null }]);
  });
}

/** What the case demands, in the words of its file. */
function flagsOf({ mustAccept, mustRefuse, sameAsUndamaged }: DamagedCase): string {
  const flags = { mustAccept, mustRefuse, sameAsUndamaged };
  const set = Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []));
  return set.join(', ') || 'no flag';
}

function said({ code, message, why }: BenchError): string {
  return `${code}: ${message}: ${why ?? ''}`;
}

function decodeDamaged({ folder, gcno, gcda }: DamagedCase): DecodeResult | BenchError {
  try {
    return decodeObjects(
      [rawObject(gcda, bytesOf(folder, gcda))],
      indexNotes([{ path: gcno, bytes: bytesOf(folder, gcno) }]),
      { partial: false },
    );
  } catch (error) {
    if (error instanceof BenchError) return error;
    throw error;
  }
}

/** File, byte offset, what was expected and found, the version in words, and what to do. */
function checkRefusal(error: BenchError, { name, gcno, gcda, folder }: DamagedCase): void {
  const text = `${name} was refused: ${said(error)}`;
  const file = [gcno, gcda].find((one) => error.message.startsWith(one));
  if (file === undefined) expect.fail(`names none of its files: ${text}`);
  expect(error.why, text).toMatch(/^at byte \d+ \(0x[0-9a-f]+\): expected .+, found .+/);
  expect(error.hints.length, text).toBeGreaterThan(0);
  const hasVersion = bytesOf(folder, file).length >= 8;
  const isForeign = / is not a gcov | has no version word/.test(error.message);
  if (hasVersion && !isForeign) expect(error.why, text).toMatch(/GCC \d+\.\d+/);
}

describe('partial decoding', () => {
  it('counts a damaged object as never run and says which and why', () => {
    const [damaged] = damagedIn(FIXTURES).filter(({ name }) => name === 'g12-trunc-arcs-half');
    const { folder, gcno, gcda } = damaged!;
    const result = decodeObjects(
      [rawObject(gcda, bytesOf(folder, gcda))],
      indexNotes([{ path: join('build', gcno), bytes: bytesOf(folder, gcno) }]),
      { partial: true },
    );
    expect(result.objects).toEqual([
      {
        path: 'basic.gcda',
        status: 'damaged',
        reason:
          'basic.gcda ends too early: at byte 204 (0xcc): expected 24 bytes of counters, found 12 bytes to the end of the file; the file says GCC 12.2',
      },
    ]);
    const lines = result.units.flatMap(({ files }) =>
      [...files.values()].flatMap((file) => [...file.lines.values()]),
    );
    expect(lines.length).toBe(71);
    expect(lines.every((count) => count === 0)).toBe(true);
  });
});
