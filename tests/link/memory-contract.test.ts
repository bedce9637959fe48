import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import {
  BENCH_BYTES,
  BENCH_KINDS,
  BENCH_START,
  benchBytes,
  type MemoryBench,
} from '../support/memory-benches.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-memory-');
const never = new AbortController().signal;

for (const kind of BENCH_KINDS) {
  const suite = kind.tools.length > 0 ? onlyWith(...kind.tools) : describe;
  suite(kind.name, () => {
    let bench: MemoryBench;
    beforeEach(async () => {
      bench = await kind.start(folder());
    });
    afterEach(async () => {
      bench.stall?.(false);
      await bench.close();
    });

    test.each([
      ['one byte', 3, 1],
      ['an odd range', 5, 296],
      ['more than a packet holds', 0x1001, 6001],
      ['the last bytes', BENCH_BYTES - 7, 7],
      ['a byte that is zero', 0x100, 1],
    ])('reads %s, exactly', async (_name, offset, sizeBytes) => {
      const source = bench.source();
      await source.open(never);
      const range = { address: BENCH_START + offset, sizeBytes };
      await source.expect?.([range], never);
      const block = await source.read(range, never);
      await source.close();
      expect(block.address).toBe(range.address);
      expect(Buffer.compare(block.bytes, benchBytes(range.address, sizeBytes)!)).toBe(0);
    });

    test('reads several ranges, and one of them again', async () => {
      const source = bench.source();
      await source.open(never);
      const ranges = [0, 0x100, 0x1ffd].map((offset) => ({
        address: BENCH_START + offset,
        sizeBytes: 3,
      }));
      await source.expect?.(ranges, never);
      for (const { address, sizeBytes } of [...ranges, ...ranges]) {
        const { bytes } = await source.read({ address, sizeBytes }, never);
        expect(Array.from(bytes)).toEqual(Array.from(benchBytes(address, sizeBytes)!));
      }
      await source.close();
    });

    test.each([
      ['outside of memory', 0x30000000, 16],
      ['that begins before it', BENCH_START - 4, 16],
      ['that ends after it', BENCH_START + BENCH_BYTES - 8, 300],
    ])('a range %s is an error, never zeros', async (_name, address, sizeBytes) => {
      const source = bench.source();
      await source.open(never);
      const error: unknown = await source
        .read({ address, sizeBytes }, never)
        .catch((caught: unknown) => caught);
      await source.close();
      expect(error).toMatchObject({ code: kind.unreadable });
      expect((error as BenchError).why).not.toBe('');
    });

    test.each([true, false])('a target found running (%s) is left so', async (isRunning) => {
      if (!bench.isRunning) return;
      await bench.setRunning(isRunning);
      const source = bench.source();
      await source.open(never);
      expect(source.wasRunning).toBe(isRunning);
      expect(await bench.isRunning()).toBe(false);
      await source.read({ address: BENCH_START, sizeBytes: 4 }, never);
      await source.close();
      await source.close();
      expect(await bench.isRunning()).toBe(isRunning);
      expect(source.warnings ?? []).toEqual([]);
    });

    test('after a failed read too', async () => {
      if (!bench.isRunning) return;
      await bench.setRunning(true);
      const source = bench.source();
      await source.open(never);
      const range = { address: 0x30000000, sizeBytes: 4 };
      await expect(source.read(range, never)).rejects.toMatchObject({ code: kind.unreadable });
      await source.close();
      expect(await bench.isRunning()).toBe(true);
    });

    test('a read that is cancelled ends, and the target goes on', async () => {
      if (!bench.stall) return;
      await bench.setRunning(true);
      const source = bench.source();
      await source.open(never);
      bench.stall(true);
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 30);
      const range = { address: BENCH_START, sizeBytes: 4 };
      await expect(source.read(range, stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
      bench.stall(false);
      await source.close();
      if (bench.isRunning) expect(await bench.isRunning()).toBe(true);
    });

    test('an answer that does not come is an error in bounded time', async () => {
      if (!bench.stall) return;
      const source = bench.source(400);
      await source.open(never);
      bench.stall(true);
      const range = { address: BENCH_START, sizeBytes: 4 };
      await expect(source.read(range, never)).rejects.toMatchObject({ code: 'NO_ANSWER' });
      bench.stall(false);
      await source.close();
    });

    test('cancelled before it opens, it does not open', async () => {
      if (!bench.stall) return;
      await bench.setRunning(true);
      const stop = new AbortController();
      stop.abort();
      const source = bench.source();
      await expect(source.open(stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
      await source.close();
      if (bench.isRunning) expect(await bench.isRunning()).toBe(true);
    });

    test('closed without having been opened, nothing happens', async () => {
      await bench.source().close();
    });
  });
}
