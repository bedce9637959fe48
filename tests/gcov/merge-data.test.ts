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

  it('leaves value profiles out, whose rules depend on the order', () => {
    const values = { kind: 3, values: [5, 1, 7, 5] };
    const data: CounterData = {
      endian: 'little',
      versionWord: 0x4235332a,
      stamp: 7,
      checksum: 8,
      summary: null,
      functions: [{ ident: 1, lineChecksum: 2, graphChecksum: 3, counters: [values] }],
      hasEndWord: true,
    };
    expect(mergeData(data, data).functions[0]?.counters).toEqual([]);
  });
});
