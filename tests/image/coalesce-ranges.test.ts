import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coalesceRanges } from '../../src/image/coalesce-ranges.js';

it('joins ranges up to the gap and no further', () => {
  const ranges = [
    { address: 100, sizeBytes: 10 },
    { address: 0, sizeBytes: 36 },
    { address: 175, sizeBytes: 5 },
    { address: 50, sizeBytes: 0 },
  ];
  expect(coalesceRanges(ranges, 64)).toEqual([
    { address: 0, sizeBytes: 110 },
    { address: 175, sizeBytes: 5 },
  ]);
});

it('covers every byte asked for, ascending and apart', () => {
  const range = fc.record({ address: fc.nat(2000), sizeBytes: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(range), fc.nat(64), (ranges, gap) => {
      const joined = coalesceRanges(ranges, gap);
      for (const { address, sizeBytes } of ranges.filter((entry) => entry.sizeBytes > 0)) {
        expect(
          joined.some(
            (r) => r.address <= address && address + sizeBytes <= r.address + r.sizeBytes,
          ),
        ).toBe(true);
      }
      for (const [index, next] of joined.slice(1).entries()) {
        const before = joined[index]!;
        expect(next.address - before.address - before.sizeBytes).toBeGreaterThan(gap);
      }
    }),
  );
});
