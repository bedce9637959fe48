import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-ram-');
const never = new AbortController().signal;

test('each file is at its address, and nothing is between them', async () => {
  const base = folder();
  writeFileSync(join(base, 'a.bin'), Buffer.from([1, 2, 3, 4]));
  writeFileSync(join(base, 'b.bin'), Buffer.from([5, 6]));
  const source = createMemorySource('ram:a.bin@0x100,b.bin@0x104', { baseFolder: base });
  await source.open(never);
  expect((await source.read({ address: 0x101, sizeBytes: 3 }, never)).bytes).toEqual(
    Uint8Array.of(2, 3, 4),
  );
  expect((await source.read({ address: 0x104, sizeBytes: 2 }, never)).bytes).toEqual(
    Uint8Array.of(5, 6),
  );
  // One file goes on where the other ends.
  expect((await source.read({ address: 0x102, sizeBytes: 4 }, never)).bytes).toEqual(
    Uint8Array.of(3, 4, 5, 6),
  );
  await expect(source.read({ address: 0x105, sizeBytes: 2 }, never)).rejects.toMatchObject({
    code: 'MEMORY_UNREADABLE',
    message: 'ram:a.bin@0x100,b.bin@0x104 does not hold the memory asked for',
    why: `wanted 0x105 to 0x107, it holds 0x100 to 0x104 (${base}/a.bin), 0x104 to 0x106 (${base}/b.bin)`,
  });
  await source.close();
});

test('a file that cannot be read, and a source of no known form, are refused', async () => {
  const source = createMemorySource('ram:none@0x0', { baseFolder: '/nowhere' });
  await expect(source.open(never)).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: 'cannot read the memory image /nowhere/none',
  });
  expect(() => createMemorySource('jtag:1', { baseFolder: '/' })).toThrowError(
    expect.objectContaining({ code: 'USAGE', message: '"jtag:1" is not a memory source' }),
  );
});
