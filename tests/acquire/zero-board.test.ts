import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectRestart } from '../../src/acquire/detect-restart.js';
import type { FetchResult } from '../../src/acquire/fetch-result.js';
import { fetchDump } from '../../src/acquire/fetch-dump.js';
import { snapshotMemory } from '../../src/acquire/snapshot-memory.js';
import { subtractBaseline } from '../../src/acquire/subtract-baseline.js';
import { zeroBoard } from '../../src/acquire/zero-board.js';
import { packageRoot } from '../../src/base/package-root.js';
import { findBoard } from '../../src/board/find-board.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { createLink } from '../../src/link/create-link.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import type { Link } from '../../src/link/link.js';
import { MemoryLink } from '../../src/link/memory-link.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-zero-');
const never = new AbortController().signal;
const plan = planCounters(readFileSync(join(packageRoot(), 'boards', 'sim', 'rig.elf')), 'rig.elf');

/** A simulated board of its own, driven through the profile of the package. */
async function simulated(): Promise<{
  link: Link;
  port: string;
  type: (text: string) => Promise<void>;
  dump: () => Promise<FetchResult>;
  snapshot: () => Promise<FetchResult>;
}> {
  const board = await findBoard('sim', {
    packageFolder: join(packageRoot(), 'boards'),
    projectRoot: '/nowhere',
    userFolder: null,
  });
  const port = `sim:${randomUUID()}`;
  const link = createLink(port, { ...board.console, baseFolder: '/', baud: 10_000_000 });
  let text = '';
  link.subscribe((event) => {
    if (event.type === 'bytes') text += Buffer.from(event.bytes).toString('latin1');
  });
  await link.open(never);
  await until(() => text.endsWith('rig> '));
  const rawFile = join(folder(), 'raw.bin');
  return {
    link,
    port,
    type: async (line) => {
      text = '';
      await link.write(Buffer.from(`${line}\r`), never);
      await until(() => text.endsWith('rig> '));
    },
    dump: () =>
      fetchDump(link, board.dump!, {
        signal: never,
        rawFile,
        newline: '\r',
        prompt: 'rig> ',
        plan,
      }),
    snapshot: () =>
      snapshotMemory(createMemorySource(port, { baseFolder: '/' }), plan, {
        signal: never,
        rawFile,
      }),
  };
}

function counts(objects: readonly RawObject[]): Map<string, unknown> {
  return new Map(
    objects.map(({ path, bytes }) => [
      path,
      readData(bytes, path).functions.map((entry) => entry?.counters.map(({ values }) => values)),
    ]),
  );
}

test('the command zeroes the board, and the read-back proves it', async () => {
  const { link, dump } = await simulated();
  const result = await zeroBoard(
    { way: 'command', link, command: 'r', newline: '\r', prompt: 'rig> ', readBack: dump },
    never,
  );
  expect(result).toMatchObject({
    way: 'command',
    answer: ['r', 'counters zeroed', 'rig>'],
    remaining: [],
    isZero: true,
  });
});

test('a command that zeroes nothing is found out', async () => {
  const { link, dump } = await simulated();
  const result = await zeroBoard(
    { way: 'command', link, command: '?', newline: '\r', prompt: 'rig> ', readBack: dump },
    never,
  );
  expect(result.isZero).toBe(false);
  expect(result.remaining.map(({ nonZeroCounters }) => nonZeroCounters > 0)).toEqual([
    true,
    true,
    true,
  ]);
});

test('zeros are written to the counters of the build, and to nothing else', async () => {
  const { port, snapshot } = await simulated();
  const source = createMemorySource(port, { baseFolder: '/' });
  const result = await zeroBoard({ way: 'memory', source, plan, readBack: snapshot }, never);
  expect(result.isZero).toBe(true);
});

test('nothing is written to another build', async () => {
  const writes: unknown[] = [];
  const source = {
    name: 'test:',
    wasRunning: true,
    open: async () => undefined,
    read: async ({ address, sizeBytes }: { address: number; sizeBytes: number }) => ({
      address,
      bytes: new Uint8Array(sizeBytes),
    }),
    write: async (block: unknown) => void writes.push(block),
    close: async () => undefined,
  };
  const readBack = (): Promise<FetchResult> => Promise.reject(new Error('not reached'));
  await expect(zeroBoard({ way: 'memory', source, plan, readBack }, never)).rejects.toMatchObject({
    code: 'BUILD_MISMATCH',
    message: 'the target does not run the build of the ELF',
  });
  expect(writes).toEqual([]);
});

test('a board that does not answer the command is not taken for zeroed', async () => {
  const link = new MemoryLink('test:');
  await link.open(never);
  link.far.onBytes = () => link.far.unplug();
  const readBack = (): Promise<FetchResult> => Promise.reject(new Error('not reached'));
  await expect(
    zeroBoard({ way: 'command', link, command: 'r', newline: '\r', prompt: null, readBack }, never),
  ).rejects.toMatchObject({ code: 'LINK_LOST' });
});

test('what was counted since the baseline is what the board would have counted from zero', async () => {
  const { link, type, dump } = await simulated();
  const baseline = await zeroBoard({ way: 'baseline', readBack: dump }, never);
  expect(baseline.remaining).toHaveLength(3);
  await type('x');
  await type('X');
  const since = subtractBaseline((await dump()).objects, baseline.after.objects);
  await zeroBoard(
    { way: 'command', link, command: 'r', newline: '\r', prompt: 'rig> ', readBack: dump },
    never,
  );
  await type('x');
  await type('X');
  expect(counts(since)).toEqual(counts((await dump()).objects));
});

test('a counter that went down is a restart, and is never subtracted from', async () => {
  const { type, dump } = await simulated();
  await type('x');
  const before = await dump();
  await type('r');
  const after = await dump();
  expect(detectRestart(before.objects, after.objects)).toMatchObject({ reason: 'lower' });
  expect(detectRestart(after.objects, before.objects)).toBeNull();
  expect(() => subtractBaseline(after.objects, before.objects)).toThrowError(
    expect.objectContaining({
      code: 'BOARD_RESTARTED',
      message: 'the board restarted since the baseline was read',
    }),
  );
});
