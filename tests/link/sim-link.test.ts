import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { objectsFromMemory } from '../../src/image/objects-from-memory.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { createLink } from '../../src/link/create-link.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;
const plan = planCounters(readFileSync(join(packageRoot(), 'boards', 'sim', 'rig.elf')), 'rig.elf');

/** A board of its own, with a person at its console. */
async function newBoard(): Promise<{
  port: string;
  type: (text: string) => Promise<string>;
  reopen: () => Promise<string>;
}> {
  const port = `sim:${randomUUID()}`;
  let seen = '';
  const open = async (): Promise<ReturnType<typeof createLink>> => {
    const link = createLink(port, { baseFolder: '/', baud: 100_000_000 });
    link.subscribe((event) => {
      if (event.type === 'bytes') seen += Buffer.from(event.bytes).toString('latin1');
    });
    await link.open(never);
    return link;
  };
  let link = await open();
  await until(() => seen.endsWith('rig> '));
  return {
    port,
    type: async (text) => {
      seen = '';
      await link.write(Buffer.from(text), never);
      await until(() => seen.endsWith('rig> '));
      return seen;
    },
    reopen: async () => {
      await link.close();
      seen = '';
      link = await open();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return seen;
    },
  };
}

async function memory(port: string): Promise<RawObject[]> {
  const source = createMemorySource(port, { baseFolder: '/' });
  await source.open(never);
  const blocks = await Promise.all(plan.ranges.map((range) => source.read(range, never)));
  await source.close();
  return objectsFromMemory(plan, blocks, port);
}

function counts(objects: readonly RawObject[]): unknown {
  const sorted = objects.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.map(({ path, bytes, status }) => [
    path,
    status,
    readData(bytes, path).functions.map((entry) => entry?.counters),
  ]);
}

/** Without the offsets of records, which differ between writers. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, entry: unknown) => (key === 'offset' ? 0 : entry)));
}

test('the console answers as the recorded firmware did', async () => {
  const board = await newBoard();
  expect(await board.type('x\r')).toBe('x\r\nran\r\nrig> ');
  expect(await board.type('\r')).toBe('\r\nrig> ');
  expect(await board.type('hello\n')).toBe('hello\r\n?\r\nrig> ');
  expect(await board.type('y\r')).toBe('y\r\nnoise on\r\nrig> ');
  expect(await board.type('?\r')).toBe('?\r\nx X n m z Z h p b y s r c\r\nrig> ');
});

test('console dumps and memory give the same counts in every state', async () => {
  const board = await newBoard();
  const seen = new Set<string>();
  for (const keys of ['', 'r\r', 'x\r', 'X\r', 'x\r', 'x\r', 'X\r', 'y\r']) {
    if (keys !== '') await board.type(keys);
    const fromMemory = plain(counts(await memory(board.port)));
    for (const dump of ['n\r', 'z\r']) {
      const text = await board.type(dump);
      const result = decodeDump(Buffer.from(text, 'latin1'), 'sim');
      expect(plain(counts(result.objects))).toEqual(fromMemory);
      expect(result.isComplete).toBe(true);
    }
    seen.add(JSON.stringify(fromMemory));
  }
  // r and x lead back to the state after boot; noise changes the text, not the counts.
  expect(seen.size).toBe(6);
});

test('what was not recorded is said, not made up', async () => {
  const board = await newBoard();
  const before = counts(await memory(board.port));
  expect(await board.type('b\r')).toBe(
    'b\r\n[sim] command b was not recorded; use n or z\r\nrig> ',
  );
  expect(counts(await memory(board.port))).toEqual(before);
  let answer = '';
  for (let n = 0; n < 9; n += 1) answer = await board.type('x\r');
  expect(answer).toBe(
    'x\r\n[sim] no more was recorded: nothing ran; r zeroes the counters\r\nrig> ',
  );
});

test('the board goes on running when its port is closed, and starts anew after a crash', async () => {
  const board = await newBoard();
  await board.type('X\r');
  const before = counts(await memory(board.port));
  expect(await board.reopen()).toBe('');
  expect(counts(await memory(board.port))).toEqual(before);
  await expect(
    Promise.race([
      board.type('c\r'),
      new Promise((resolve) => setTimeout(resolve, 100)).then(() => 'silence'),
    ]),
  ).resolves.toBe('silence');
  expect(await board.reopen()).toBe('\r\notto rig ready\r\nrig> ');
});

test('memory outside of the recording is refused', async () => {
  const source = createMemorySource('sim:', { baseFolder: '/' });
  await source.open(never);
  await expect(source.read({ address: 0x1000, sizeBytes: 4 }, never)).rejects.toMatchObject({
    code: 'MEMORY_UNREADABLE',
    message: 'sim: has no recording of this memory',
  });
});
