import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBenchError } from '../../src/base/bench-error.js';
import { decodeObjects } from '../../src/gcov/decode-objects.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { bytesOf, casesIn, FIXTURES, rawObject } from './gcov-cases.js';

interface Pair {
  readonly notes: Uint8Array;
  readonly data: Uint8Array;
}

const PAIRS: readonly Pair[] = casesIn(FIXTURES).flatMap(({ name, dataFiles }) =>
  dataFiles.flatMap(({ gcno, gcda }) => {
    const folder = join(FIXTURES, name);
    return gcda === null ? [] : [{ notes: bytesOf(folder, gcno), data: bytesOf(folder, gcda) }];
  }),
);

type Damage =
  | { readonly type: 'byte'; readonly at: number; readonly value: number }
  | { readonly type: 'word'; readonly at: number; readonly value: number }
  | { readonly type: 'cut'; readonly at: number }
  | { readonly type: 'lose'; readonly at: number; readonly sizeBytes: number }
  | { readonly type: 'repeat'; readonly at: number; readonly sizeBytes: number };

const place = fc.double({ min: 0, max: 0.999, noNaN: true });

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ type: fc.constant('byte' as const), at: place, value: fc.nat({ max: 255 }) }),
  fc.record({
    type: fc.constant('word' as const),
    at: place,
    value: fc.oneof(
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff8, 0x01000000, 0x01a10000),
      fc.nat({ max: 64 }),
    ),
  }),
  fc.record({ type: fc.constant('cut' as const), at: place }),
  fc.record({ type: fc.constant('lose' as const), at: place, sizeBytes: fc.nat({ max: 64 }) }),
  fc.record({ type: fc.constant('repeat' as const), at: place, sizeBytes: fc.nat({ max: 64 }) }),
);

function apply(bytes: Uint8Array, { at, ...change }: Damage): Uint8Array {
  const offset = Math.floor(at * bytes.length);
  if (change.type === 'cut') return bytes.subarray(0, offset);
  if (change.type === 'lose') {
    return Buffer.concat([bytes.subarray(0, offset), bytes.subarray(offset + change.sizeBytes)]);
  }
  if (change.type === 'repeat') {
    const part = bytes.subarray(offset, offset + change.sizeBytes);
    return Buffer.concat([bytes.subarray(0, offset), part, bytes.subarray(offset)]);
  }
  const changed = Uint8Array.from(bytes);
  if (change.type === 'byte') changed[offset] = change.value;
  else if (offset + 4 <= changed.length) {
    new DataView(changed.buffer).setUint32(offset & ~3, change.value, true);
  }
  return changed;
}

/** Decodes and gives the code of the refusal, or null; anything else that is thrown fails the test. */
function outcome(pair: Pair, partial: boolean): string | null {
  try {
    decodeObjects(
      [rawObject('x.gcda', pair.data)],
      indexNotes([{ path: 'x.gcno', bytes: pair.notes }]),
      { partial },
    );
    return null;
  } catch (error) {
    if (isBenchError(error) && error.code !== 'INTERNAL') return error.code;
    throw error;
  }
}

describe('damage', () => {
  const pair = fc.nat({ max: PAIRS.length - 1 }).map((index) => PAIRS[index]!);
  const damages = fc.array(damage, { minLength: 1, maxLength: 4 });

  it('to data never ends in anything but counts or a refusal', () => {
    fc.assert(
      fc.property(pair, damages, fc.boolean(), ({ notes, data }, list, partial) => {
        outcome({ notes, data: list.reduce(apply, data) }, partial);
      }),
      { numRuns: 1500 },
    );
  });

  it('to notes never ends in anything but counts or a refusal', () => {
    fc.assert(
      fc.property(pair, damages, fc.boolean(), ({ notes, data }, list, partial) => {
        outcome({ notes: list.reduce(apply, notes), data }, partial);
      }),
      { numRuns: 1500 },
    );
  });

  it('by a byte lost anywhere in the data of GCC 12 and later is always refused', () => {
    const recent = PAIRS.filter(
      ({ data }) => Buffer.from(data).toString('latin1', 4, 8) === '*22B',
    );
    expect(recent.length).toBeGreaterThan(15);
    for (const { notes, data } of recent) {
      for (let at = 0; at < data.length; at += 3) {
        const cut = Buffer.concat([data.subarray(0, at), data.subarray(at + 1)]);
        expect(outcome({ notes, data: cut }, false)).not.toBeNull();
      }
    }
  });
});
