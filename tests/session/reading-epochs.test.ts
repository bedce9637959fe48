import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Count } from '../../src/base/count.js';
import type { CounterData } from '../../src/gcov/counter-data.js';
import { identityChecksum } from '../../src/gcov/crc32.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { ReadingEpochs } from '../../src/session/reading-epochs.js';

const B22 = 0x4232322a;

function object(values: readonly Count[], change: Partial<CounterData> = {}, kind = 0): RawObject {
  const functions = [{ ident: 1, lineChecksum: 2, graphChecksum: 3, counters: [{ kind, values }] }];
  const data: CounterData = {
    endian: 'little',
    versionWord: B22,
    stamp: 5,
    checksum: identityChecksum(functions),
    summary: null,
    functions,
    hasEndWord: true,
    ...change,
  };
  const origin = { source: 'test', format: 'memory' };
  return { path: '/fw/a.gcda', bytes: writeData(data), status: 'ok', origin };
}

function counts(objects: readonly RawObject[]): readonly (readonly bigint[])[] {
  return objects.map(({ bytes, path }) =>
    readData(bytes, path).functions.flatMap((entry) =>
      (entry?.counters ?? []).flatMap(({ values }) => values.map((value) => BigInt(value))),
    ),
  );
}

const count = fc.bigInt({ min: 0n, max: 2n ** 60n });
const counters = fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 12 });

it('gives exactly what was counted since the baseline', () => {
  fc.assert(
    fc.property(counters, (pairs) => {
      const epochs = new ReadingEpochs();
      epochs.begin([object(pairs.map(([before]) => before))]);
      const reading = epochs.add([object(pairs.map(([before, delta]) => before + delta))]);
      expect(reading.warnings).toEqual([]);
      expect(counts(reading.objects)).toEqual([pairs.map(([, delta]) => delta)]);
    }),
  );
});

it('takes any counter that went down for a restart, and never subtracts across it', () => {
  fc.assert(
    fc.property(counters, fc.nat(), (pairs, which) => {
      const index = which % pairs.length;
      const before = pairs.map(([value]) => value + 1n);
      const after = pairs.map(([, value], at) => (at === index ? before[index]! - 1n : value));
      const epochs = new ReadingEpochs();
      epochs.begin([object(before)]);
      const reading = epochs.add([object(after)]);
      expect(reading.warnings[0]).toMatch(/^the board restarted since the last reading/);
      expect(counts(reading.objects)).toEqual([after]);
    }),
  );
});

it('adds boots, and never two readings of one boot', () => {
  const epochs = new ReadingEpochs();
  epochs.begin([object([10, 5])]);
  expect(counts(epochs.add([object([12, 5])]).objects)).toEqual([[2n, 0n]]);
  expect(counts(epochs.add([object([13, 5])]).objects)).toEqual([[3n, 0n]]);
  const second = epochs.add([object([1, 1])]);
  expect(second.warnings).toEqual([
    'the board restarted since the last reading (/fw/a.gcda counts less): what was read before is kept and added, what it counted after that is lost',
  ]);
  expect(counts(second.objects)).toEqual([[4n, 1n]]);
  expect(counts(epochs.add([object([2, 1])]).objects)).toEqual([[5n, 1n]]);
  expect(counts(epochs.add([object([0, 1])]).objects)).toEqual([[5n, 2n]]);
  epochs.begin();
  expect(counts(epochs.add([object([7, 1])]).objects)).toEqual([[7n, 1n]]);
});

it('takes of another build only what that counted', () => {
  const epochs = new ReadingEpochs();
  epochs.begin([object([10, 5])]);
  epochs.add([object([12, 5])]);
  const reading = epochs.add([object([3, 3], { stamp: 9 })]);
  expect(reading.warnings[0]).toMatch(/^the board runs another build since the last reading/);
  expect(counts(reading.objects)).toEqual([[3n, 3n]]);
});

it('takes no condition for met that was met before the baseline', () => {
  const gcc14 = { versionWord: 0x4234342a };
  const epochs = new ReadingEpochs();
  epochs.begin([object([0b0011, 0b1], gcc14, 8)]);
  expect(counts(epochs.add([object([0b0111, 0b1], gcc14, 8)]).objects)).toEqual([[0b0100n, 0n]]);
});

const missing: RawObject = {
  path: '/fw/a.gcda',
  bytes: new Uint8Array(),
  status: 'missing',
  reason: 'it did not arrive',
  origin: { source: 'test', format: 'memory' },
};

it('keeps at a restart what an object had counted that did not arrive in the last reading', () => {
  const other = (values: readonly Count[]): RawObject => ({
    ...object(values, { stamp: 6 }),
    path: '/fw/b.gcda',
  });
  const epochs = new ReadingEpochs();
  epochs.begin();
  epochs.add([object([10]), other([10])]);
  epochs.add([missing, other([12])]);
  const reading = epochs.add([object([1]), other([1])]);
  const byPath = reading.objects.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(counts(byPath)).toEqual([[11n], [13n]]);
});

it('sees a restart of an object that was there for the baseline only', () => {
  const epochs = new ReadingEpochs();
  epochs.begin([object([5])]);
  epochs.add([missing]);
  const reading = epochs.add([object([3])]);
  expect(reading.warnings[0]).toMatch(/^the board restarted since the last reading/);
  expect(counts(reading.objects)).toEqual([[3n]]);
});

it('subtracts of units that share a path each its own baseline', () => {
  const epochs = new ReadingEpochs();
  epochs.begin([object([5]), object([7], { stamp: 6 })]);
  const reading = epochs.add([object([5]), object([9], { stamp: 6 })]);
  expect(reading.warnings).toEqual([]);
  expect(counts(reading.objects)).toEqual([[0n], [2n]]);
  const twice = new ReadingEpochs();
  twice.begin([object([5]), object([7])]);
  expect(counts(twice.add([object([6]), object([9])]).objects)).toEqual([[1n], [2n]]);
  expect(twice.add([object([8]), object([6])]).warnings[0]).toMatch(/^the board restarted/);
});
