import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PASTE_DEBUGGERS } from '../../src/board/port-spec.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import { pasteLine } from '../../src/link/paste-lines.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-paste-');
const never = new AbortController().signal;

test('every debugger is asked in its own words', () => {
  const range = { address: 0x20004218, sizeBytes: 296, file: '/tmp/a.bin' };
  expect(PASTE_DEBUGGERS.map((name) => pasteLine(name, range))).toEqual([
    'dump binary memory /tmp/a.bin 0x20004218 0x20004340',
    'savebin /tmp/a.bin, 0x20004218, 0x128',
    'savemem 0x20004218 296 /tmp/a.bin',
    'dump_image /tmp/a.bin 0x20004218 0x128',
    'memory read --force --binary --outfile /tmp/a.bin 0x20004218 0x20004340',
  ]);
});

const ranges = [
  { address: 0x100, sizeBytes: 4 },
  { address: 0x200, sizeBytes: 2 },
];

/** Files of a paste, as they are written by whoever is asked. */
function askedFiles(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^dump binary memory (\S+)/.exec(line)?.[1] ?? []);
}

test('all ranges are asked for at once, in a folder that is gone afterwards', async () => {
  const base = folder();
  const told: (readonly string[])[] = [];
  const source = createMemorySource(`paste:gdb:${base}`, {
    baseFolder: '/',
    instruct: (lines) => {
      told.push(lines);
      const [first, second] = askedFiles(lines);
      if (first === undefined || second === undefined) return;
      // Saved in two steps, as a slow probe does.
      writeFileSync(first, Buffer.from([1, 2]));
      setTimeout(() => writeFileSync(first, Buffer.from([1, 2, 3, 4])), 200);
      writeFileSync(second, Buffer.from([5, 6]));
    },
  });
  await source.open(never);
  await source.expect?.(ranges, never);
  const inner = join(base, readdirSync(base)[0]!);
  const copy = join(inner, 'paste.txt');
  expect(told).toEqual([
    [
      `stop the target, then paste into gdb (also in ${copy}):`,
      `dump binary memory ${inner}/100-4.bin 0x100 0x104`,
      `dump binary memory ${inner}/200-2.bin 0x200 0x202`,
    ],
    ['the files are there; the target may run again'],
  ]);
  expect(readFileSync(copy, 'utf8')).toBe(`${told[0]!.slice(1).join('\n')}\n`);
  expect([...(await source.read({ address: 0x101, sizeBytes: 3 }, never)).bytes]).toEqual([
    2, 3, 4,
  ]);
  expect([...(await source.read(ranges[1]!, never)).bytes]).toEqual([5, 6]);
  await source.close();
  expect(existsSync(inner)).toBe(false);
});

test('a file that stays short or is missing is named in the end', async () => {
  const base = folder();
  const source = createMemorySource(`paste:gdb:${base}`, {
    baseFolder: '/',
    testerTimeoutMs: 300,
    instruct: (lines) => writeFileSync(askedFiles(lines)[0]!, Buffer.from([1])),
  });
  await source.open(never);
  const outcome = source.expect!(ranges, never);
  const inner = join(base, readdirSync(base)[0] ?? '');
  await expect(outcome).rejects.toMatchObject({
    code: 'NO_ANSWER',
    message: 'the memory was not saved in time',
    why: expect.stringMatching(
      /100-4\.bin has 1 of 4 bytes\n.*200-2\.bin is not there$/,
    ) as unknown,
  });
  await source.close();
  expect(readdirSync(base)).toEqual([]);
  expect(inner).not.toBe('');
});

test('a file that is too long is refused at once', async () => {
  const base = folder();
  const source = createMemorySource(`paste:gdb:${base}`, {
    baseFolder: '/',
    instruct: (lines) => writeFileSync(askedFiles(lines)[0]!, Buffer.alloc(5)),
  });
  await source.open(never);
  await expect(source.expect!(ranges, never)).rejects.toMatchObject({
    code: 'MEMORY_UNREADABLE',
    message: 'the saved memory has the wrong size',
  });
  await source.close();
});

test('a folder no debugger can be told is refused, and memory cannot be written', async () => {
  const source = createMemorySource('paste:lldb:/tmp/my files', { baseFolder: '/' });
  await expect(source.open(never)).rejects.toMatchObject({
    code: 'USAGE',
    message: "/tmp/my files cannot be typed at a debugger's prompt",
    hints: ['name a folder of plain letters: paste:lldb:/tmp'],
  });
  await expect(source.write({ address: 0, bytes: new Uint8Array(1) }, never)).rejects.toMatchObject(
    {
      code: 'USAGE',
    },
  );
});
