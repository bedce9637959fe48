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
