import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { snapshotMemory } from '../../src/acquire/snapshot-memory.js';
import type { MemoryBlock } from '../../src/base/memory.js';
import { BenchError } from '../../src/base/bench-error.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import type { MemorySource } from '../../src/link/memory-source.js';
import { FIRMWARE, firmwareElf, firmwareRam, firmwareWant } from '../support/firmware.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-snapshot-');
const never = new AbortController().signal;
const plan = planCounters(firmwareElf('own'), 'rig.elf');

/** The RAM image as a target, with something done to each read. */
function target(alter: (block: MemoryBlock, readNumber: number) => void = () => undefined): {
  source: MemorySource;
  calls: string[];
} {
  const ram = firmwareRam('own');
  const calls: string[] = [];
  let reads = 0;
  return {
    calls,
    source: {
      name: 'test:',
      wasRunning: true,
      open: async () => void calls.push('open'),
      read: async ({ address, sizeBytes }) => {
        const start = address - ram.address;
        const block = {
          address,
          bytes: Uint8Array.from(ram.bytes.subarray(start, start + sizeBytes)),
        };
        alter(block, (reads += 1));
        return block;
      },
      write: async () => undefined,
      close: async () => void calls.push('close'),
    },
  };
}

test('a RAM image gives the objects byte for byte, and raw files that can be read again', async () => {
  const raw = folder();
  const source = createMemorySource('ram:ram.bin@0x20000000', {
    baseFolder: join(FIRMWARE, 'out', 'own'),
  });
  const result = await snapshotMemory(source, plan, {
    signal: never,
    rawFile: join(raw, 'snapshot.bin'),
  });
  for (const { path, bytes, status } of result.objects) {
    expect(status).toBe('ok');
    expect(Buffer.compare(bytes, firmwareWant('own', path))).toBe(0);
  }
  const ram = firmwareRam('own');
  for (const { path, address, sizeBytes } of result.rawFiles) {
    expect(basename(path)).toBe(`snapshot-0x${address!.toString(16)}.bin`);
    const start = address! - ram.address;
    expect(readFileSync(path).equals(ram.bytes.subarray(start, start + sizeBytes))).toBe(true);
  }
  const again = `ram:${result.rawFiles.map((c) => `${c.path}@0x${c.address!.toString(16)}`).join(',')}`;
  const second = await snapshotMemory(createMemorySource(again, { baseFolder: '/' }), plan, {
    signal: never,
    rawFile: join(raw, 'again.bin'),
  });
  expect(second.objects.map(({ bytes }) => bytes)).toEqual(
    result.objects.map(({ bytes }) => bytes),
  );
});

test('the target is left before anything is written', async () => {
  const { source, calls } = target();
  const rawFile = '/dev/null/nowhere/x.bin';
  await expect(snapshotMemory(source, plan, { signal: never, rawFile })).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
  });
  expect(calls).toEqual(['open', 'close']);
});

test('another build on the target is refused, with the raw bytes kept', async () => {
  const { source, calls } = target(({ bytes }) => bytes.fill(0));
  const raw = folder();
  await expect(
    snapshotMemory(source, plan, { signal: never, rawFile: join(raw, 'x.bin') }),
  ).rejects.toMatchObject({ code: 'BUILD_MISMATCH' });
  expect(calls).toEqual(['open', 'close']);
  expect(readFileSync(join(raw, `x-0x${plan.ranges[0]!.address.toString(16)}.bin`)).length).toBe(
    plan.ranges[0]!.sizeBytes,
  );
});

test('a target that changes under the reading is refused', async () => {
  const { source } = target(({ bytes }, readNumber) => {
    if (readNumber > plan.ranges.length) bytes[0] = (bytes[0] ?? 0) ^ 1;
  });
  await expect(
    snapshotMemory(source, plan, { signal: never, rawFile: join(folder(), 'x.bin') }),
  ).rejects.toMatchObject({
    code: 'BOARD_RESTARTED',
    message: 'the target changed while its memory was read',
  });
});

test('memory that cannot be read leaves its objects missing', async () => {
  const counters = plan.objects[0]!.functions[0]!.counters[0]!.address;
  const { source } = target(({ address, bytes }) => {
    if (address <= counters && counters < address + bytes.length && bytes.length > 100) {
      throw new BenchError('MEMORY_UNREADABLE', 'no', { why: 'E14' });
    }
  });
  await expect(
    snapshotMemory(source, plan, { signal: never, rawFile: join(folder(), 'x.bin') }),
  ).rejects.toMatchObject({ code: 'MEMORY_UNREADABLE' });
});

test('a link that breaks ends it, and the source is closed', async () => {
  const { source, calls } = target(() => {
    throw new BenchError('LINK_LOST', 'gone');
  });
  await expect(
    snapshotMemory(source, plan, { signal: never, rawFile: join(folder(), 'x.bin') }),
  ).rejects.toMatchObject({ code: 'LINK_LOST' });
  expect(calls).toEqual(['open', 'close']);
});

test('every identity is read again in few reads, and reads and bytes are told', async () => {
  const { source } = target();
  const result = await snapshotMemory(source, plan, {
    signal: never,
    rawFile: join(folder(), 'x.bin'),
  });
  const ranges = plan.ranges.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(plan.ranges.at(-1)?.sizeBytes).toBe(296);
  expect(result.reads).toBe(plan.ranges.length + 2);
  expect(result.receivedBytes).toBe(ranges + 220);
});

test('a board whose code has not run yet is named', async () => {
  const counters = plan.ranges.at(-1)!.address;
  const { source } = target(({ address, bytes }) => {
    if (address === counters) bytes.fill(0);
  });
  const result = await snapshotMemory(source, plan, {
    signal: never,
    rawFile: join(folder(), 'x.bin'),
  });
  expect(result.objects.every(({ status }) => status === 'ok')).toBe(true);
  expect(result.warnings).toEqual([
    'every counter is zero: the code under test has not run since the board started or was zeroed',
  ]);
});

test.each([
  [0x00, 'test: holds zeros instead of this firmware'],
  [0xff, 'test: holds 0xff instead of this firmware'],
  [0xa5, 'test: holds a fill pattern instead of this firmware'],
])('memory filled with %i is told from other firmware', async (value, message) => {
  const { source } = target(({ bytes }) => bytes.fill(value));
  await expect(
    snapshotMemory(source, plan, { signal: never, rawFile: join(folder(), 'x.bin') }),
  ).rejects.toMatchObject({ code: 'BUILD_MISMATCH', message });
});

test('memory as it is at power up is told from other firmware', async () => {
  const { source } = target(({ address, bytes }) => {
    for (let at = 0; at < bytes.length; at += 1) {
      bytes[at] =
        (Math.imul(address + at, 0x9e3779b1) ^ Math.imul((address + at) >>> 3, 0x85ebca6b)) >>> 24;
    }
  });
  await expect(
    snapshotMemory(source, plan, { signal: never, rawFile: join(folder(), 'x.bin') }),
  ).rejects.toMatchObject({
    code: 'BUILD_MISMATCH',
    message: 'test: holds memory that was never written',
  });
});

test('counters that nobody zeroed are damaged, by their pattern', async () => {
  const counters = plan.ranges.at(-1)!.address;
  const { source } = target(({ address, bytes }) => {
    if (address === counters) bytes.fill(0x5a);
  });
  const result = await snapshotMemory(source, plan, {
    signal: never,
    rawFile: join(folder(), 'x.bin'),
  });
  expect(result.objects.map(({ status, reason }) => [status, reason])).toEqual(
    Array.from({ length: 3 }, () => [
      'damaged',
      'all its counters are 0x5a5a5a5a twice: a fill pattern, the start-up code does not zero them',
    ]),
  );
});
