import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/base/make-folder.js';

describe('makeFolder', () => {
  it('makes every folder that is missing, and minds none that is there', async () => {
    const root = await mkdtemp(join(tmpdir(), 'otto-folder-'));
    const wanted = join(root, 'a', 'b', 'c');
    await Promise.all([makeFolder(wanted), makeFolder(wanted)]);
    await makeFolder(wanted);
    expect((await stat(wanted)).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('ends where no folder can be made', async () => {
    await expect(makeFolder('/proc/otto-bench/deeper')).rejects.toThrow(/ENOENT/);
  });
});
