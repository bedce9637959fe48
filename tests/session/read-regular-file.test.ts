import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../src/session/find-files.js';
import { readListedFile, readRegularFile } from '../../src/session/read-regular-file.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-read-');

describe('reading a file at once', () => {
  it('gives every byte of small and large files, and keeps them apart', () => {
    const root = folder();
    const sizes = [0, 1, 4095, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3_000_000];
    const files = sizes.map((size) => {
      const path = join(root, `${size}`);
      const bytes = randomBytes(size);
      writeFileSync(path, bytes);
      return { path, bytes };
    });
    for (const read of [readRegularFile, readListedFile]) {
      const all = files.map(({ path }) => read(path));
      for (const [index, { bytes }] of files.entries()) {
        expect(Buffer.compare(all[index] ?? new Uint8Array(), bytes)).toBe(0);
      }
    }
  });

  it('refuses what is no file, at once', () => {
    const root = folder();
    mkdirSync(join(root, 'f'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(() => readRegularFile(join(root, 'no'))).toThrow(`there is no ${root}/no`);
    expect(() => readRegularFile(join(root, 'f'))).toThrow(`cannot read ${root}/f`);
    expect(() => readRegularFile(join(root, 'pipe'))).toThrow(`${root}/pipe is not a regular file`);
    expect(readListedFile(join(root, 'pipe'))).toHaveLength(0);
  });

  it('says of a name that is not UTF-8 what is wrong with it', async () => {
    const root = folder();
    // Not every file system takes such a name.
    try {
      writeFileSync(Buffer.from(`${root}/pump\xe9.gcda`, 'latin1'), '');
    } catch {
      return;
    }
    const [name = ''] = (await listFiles(root, ['.gcda'])).files;
    expect(() => readListedFile(name)).toThrow(
      expect.objectContaining({
        code: 'FILE_UNREADABLE',
        message: `cannot find ${root}/pump\ufffd.gcda`,
        why: 'its name probably holds bytes that are not UTF-8, which stand here as \ufffd',
        hints: ['give it or its folder another name, e.g. with mv'],
      }),
    );
  });
});
