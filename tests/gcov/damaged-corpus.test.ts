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
import type { DamagedCase } from './gcov-cases.js';

// Legal files of another run: nothing in them says that a counter was zeroed.
const UNDETECTABLE = ['g12-len-negative-right'];

describe.each(damagedIn(FIXTURES))('damaged: $name', (damaged) => checkDamaged(damaged));

describe.skipIf(!existsSync(CORPUS))('reference data', () => {
  describe.each(damagedIn(CORPUS))('damaged: $name', (damaged) => checkDamaged(damaged));
});

function checkDamaged(damaged: DamagedCase): void {
  it('ends in a refusal with the place, or in the right numbers', () => {
    const outcome = decodeDamaged(damaged);
    if (outcome instanceof BenchError) {
      expect(damaged.mustAccept).toBe(false);
      checkRefusal(outcome, damaged);
      return;
    }
    expect(damaged.mustRefuse).toBe(false);
    expect(damaged.sameAsUndamaged || UNDETECTABLE.includes(damaged.name)).toBe(true);
    expect(neutral(mergeUnits(outcome.units).values())).toEqual(expected(damaged.folder));
    expect(outcome.objects).toEqual([{ path: damaged.gcda, status: 'ok', reason: null }]);
  });
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
function checkRefusal(error: BenchError, { gcno, gcda, folder }: DamagedCase): void {
  const names = [gcno, gcda];
  expect(names.some((name) => error.message.startsWith(name))).toBe(true);
  expect(error.why).toMatch(/^at byte \d+ \(0x[0-9a-f]+\): expected .+, found .+/);
  expect(error.hints.length).toBeGreaterThan(0);
  const hasVersion = bytesOf(folder, error.message.startsWith(gcno) ? gcno : gcda).length >= 8;
  const isForeign = / is not a gcov | has no version word/.test(error.message);
  if (hasVersion && !isForeign) expect(error.why).toMatch(/GCC \d+\.\d+/);
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
