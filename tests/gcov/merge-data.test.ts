import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import type { Count } from '../../src/base/count.js';
import { toCount } from '../../src/base/count.js';
import type { CounterData, FunctionCounters } from '../../src/gcov/counter-data.js';
import { mergeData } from '../../src/gcov/merge-data.js';

const KINDS = [0, 5, 6, 7, 8, 9] as const;
const LENGTH = 3;

const count = fc.oneof(fc.nat({ max: 5 }), fc.bigInt(0n, 2n ** 60n).map(toCount));
const mask = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(toCount);

const functionData: fc.Arbitrary<FunctionCounters | null> = fc.option(
  fc
    .tuple(
      ...KINDS.map((kind) =>
        fc.array(kind === 0 || kind === 5 || kind === 7 ? count : mask, {
          minLength: LENGTH,
          maxLength: LENGTH,
        }),
      ),
    )
    .map((values) => ({
      ident: 1,
      lineChecksum: 2,
      graphChecksum: 3,
      counters: KINDS.map((kind, index) => ({ kind, values: values[index]! })),
    })),
  { freq: 5 },
);

const boot: fc.Arbitrary<CounterData> = fc
  .tuple(functionData, fc.option(fc.record({ runs: fc.nat(), sumMax: fc.nat() })))
  .map(([entry, summary]) => ({
    endian: 'little' as const,
    versionWord: 0x4235332a,
    stamp: 7,
    checksum: 8,
    summary,
    functions: [entry],
    hasEndWord: true,
  }));

function valuesOf(data: CounterData, kind: number): readonly Count[] {
  const records = data.functions[0]?.counters ?? [];
  return records.find((record) => record.kind === kind)?.values ?? [];
}

function content({ functions, summary }: CounterData): unknown {
  return { functions, summary };
}

describe('mergeData', () => {
  it('gives the same in whatever order boots are added', () => {
    fc.assert(
      fc.property(boot, boot, boot, (a, b, c) => {
        expect(content(mergeData(a, b))).toEqual(content(mergeData(b, a)));
        expect(content(mergeData(mergeData(a, b), c))).toEqual(
          content(mergeData(a, mergeData(b, c))),
        );
      }),
    );
  });

  it('never loses a hit, and never invents one', () => {
    fc.assert(
      fc.property(boot, boot, (a, b) => {
        const merged = mergeData(a, b);
        for (const kind of KINDS) {
          const counts = valuesOf(merged, kind);
          counts.forEach((value, index) => {
            const wasHit = [a, b].some((data) => (valuesOf(data, kind)[index] ?? 0) !== 0);
            expect(value !== 0).toBe(wasHit);
          });
          if (valuesOf(a, kind).length + valuesOf(b, kind).length > 0) {
            expect(counts.length).toBe(LENGTH);
          }
        }
      }),
    );
  });

  it('adds arcs, joins masks and keeps the earliest time', () => {
    const one = (values: Readonly<Record<number, Count>>): CounterData => ({
      endian: 'big',
      versionWord: 0x4235332a,
      stamp: 7,
      checksum: 8,
      summary: { runs: 1, sumMax: 4 },
      functions: [
        {
          ident: 1,
          lineChecksum: 2,
          graphChecksum: 3,
          counters: KINDS.map((kind) => ({ kind, values: [values[kind] ?? 0] })),
        },
      ],
      hasEndWord: false,
    });
    const merged = mergeData(
      one({ 0: 2n ** 53n, 5: 1, 6: 0b0101, 7: 9, 8: 0b1, 9: 0b1000 }),
      one({ 0: 1, 5: 2, 6: 0b0011, 7: 4, 8: 0b10, 9: 0b0001 }),
    );
    expect(KINDS.map((kind) => valuesOf(merged, kind)[0])).toEqual([
      2n ** 53n + 1n,
      3,
      0b0111,
      4,
      0b11,
      0b1001,
    ]);
    expect(merged.summary).toEqual({ runs: 2, sumMax: 8 });
  });

  it('refuses two builds', () => {
    const [a] = fc.sample(boot, 1);
    expect(() => mergeData(a!, { ...a!, stamp: 0xdeadbeef })).toThrow(
      expect.objectContaining({
        code: 'BUILD_MISMATCH',
        message: 'counters of two different builds cannot be added',
        why: 'they differ: stamp 0x00000007 and 0xdeadbeef',
      }) as BenchError,
    );
  });

  it('adds counts of equal values, wherever they stand in their lists', () => {
    const lists = fc.array(
      fc.uniqueArray(fc.tuple(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.integer({ min: 1 })), {
        selector: ([value]) => value,
        maxLength: 10,
      }),
      { minLength: 2, maxLength: 2 },
    );
    fc.assert(
      fc.property(lists, lists, lists, (a, b, c) => {
        const expected = [0, 1].map((index) => {
          const sums = new Map<bigint, number>();
          for (const [value, times] of [a, b, c].flatMap((list) => list[index]!)) {
            sums.set(value, (sums.get(value) ?? 0) + times);
          }
          return sums;
        });
        for (const order of [
          [a, b, c],
          [c, a, b],
          [b, c, a],
        ]) {
          const [x, y, z] = order.map((one) => withCounters([{ kind: 3, values: listed(one) }]));
          for (const merged of [
            mergeData(mergeData(x!, y!), z!),
            mergeData(x!, mergeData(y!, z!)),
          ]) {
            expect(unlisted(valuesOf(merged, 3))).toEqual(expected);
            expect(merged.remarks).toEqual([]);
          }
        }
      }),
    );
  });

  it('keeps 32 values and says with a negative total that it dropped some', () => {
    const many = (first: number) =>
      listed([Array.from({ length: 20 }, (_, index) => [BigInt(first + index), 2] as const)]);
    const merged = mergeData(
      withCounters([{ kind: 4, values: many(0) }]),
      withCounters([{ kind: 4, values: many(100) }]),
    );
    const values = valuesOf(merged, 4);
    expect(values.slice(0, 2)).toEqual([-80, 32]);
    expect(values).toHaveLength(2 + 64);
  });

  it('leaves out everywhere what it cannot merge, and says so', () => {
    const broken = { kind: 3, values: [5, 2, 7, 5] };
    const arcs = { kind: 0, values: [1] };
    const data = withCounters([arcs, broken]);
    const merged = mergeData(data, data);
    expect(merged.functions[0]?.counters).toEqual([{ kind: 0, values: [2] }]);
    expect(merged.remarks).toEqual([
      'counters of kind 3 (topn) cannot be merged and are left out of the sum; line and branch counts do not need them',
    ]);
    expect(mergeData(merged, data)).toEqual(mergeData(data, merged));
    expect(mergeData(merged, data).functions[0]?.counters).toEqual([{ kind: 0, values: [3] }]);
  });

  it('knows the kinds of old compilers by their numbers', () => {
    const old = (versionWord: number, kind: number, ...pairs: (readonly Count[])[]) => {
      const [a, b] = pairs.map((values) => ({ ...withCounters([{ kind, values }]), versionWord }));
      return mergeData(a!, b!).functions[0]?.counters[0]?.values;
    };
    const [gcc5, gcc9, gcc10] = [0x3530342a, 0x4139332a, 0x4230322a];
    expect(old(gcc5, 6, [7, 2], [5, 1])).toEqual([12, 3]);
    expect(old(gcc5, 4, [1, 2, 3, 4], [1, 2, 3, 4])).toEqual(undefined);
    expect(old(gcc5, 8, [9], [4])).toEqual([4]);
    expect(old(gcc9, 7, [9], [0])).toEqual([9]);
    expect(old(gcc9, 3, [8, 5, 6], [8, 1, 2])).toEqual([8, 6, 8]);
    expect(old(gcc9, 4, [8, 5, 6], [9, 2, 2])).toEqual([8, 3, 8]);
    const slots = (...values: number[]) => [...values, ...Array<number>(9 - values.length).fill(0)];
    expect(old(gcc10, 3, slots(3, 7, 3), slots(4, 8, 1, 7, 3))).toEqual(slots(7, 8, 1, 7, 6));
    expect(old(gcc10, 3, slots(3, 7, 3), [9, 1, 1, 2, 1, 3, 1, 4, 1])).toEqual(undefined);
  });
});

function withCounters(counters: FunctionCounters['counters']): CounterData {
  return {
    endian: 'little',
    versionWord: 0x4235332a,
    stamp: 7,
    checksum: 8,
    summary: null,
    functions: [{ ident: 1, lineChecksum: 2, graphChecksum: 3, counters }],
    hasEndWord: true,
  };
}

/** Lists of values as GCC 11 and later write them. */
function listed(lists: readonly (readonly (readonly [bigint, number])[])[]): readonly Count[] {
  return lists.flatMap((list) => [
    list.reduce((total, [, times]) => total + times, 0),
    list.length,
    ...list.flatMap(([value, times]) => [toCount(value), times]),
  ]);
}

function unlisted(values: readonly Count[]): readonly Map<bigint, number>[] {
  const lists: Map<bigint, number>[] = [];
  for (let at = 0; at < values.length;) {
    const end = at + 2 + Number(values[at + 1]) * 2;
    const list = new Map<bigint, number>();
    for (let next = at + 2; next < end; next += 2) {
      list.set(BigInt(values[next]!), Number(values[next + 1]));
    }
    expect(Number(values[at])).toBe([...list.values()].reduce((sum, times) => sum + times, 0));
    lists.push(list);
    at = end;
  }
  return lists;
}
