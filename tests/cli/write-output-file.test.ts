import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeOutputFile } from '../../src/cli/write-output-file.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-output-');

describe('the file of -o', () => {
  it('makes a file with its folders, and replaces one', async () => {
    const file = join(folder(), 'a', 'report.json');
    await writeOutputFile(file, 'one');
    await writeOutputFile(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
  });

  it('writes into a pipe, which stays one', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = await open(pipe, 'r+');
    await writeOutputFile(pipe, 'evidence');
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(64), 0, 64);
    await reader.close();
    expect(buffer.toString('utf8', 0, bytesRead)).toBe('evidence');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('follows a link to a pipe, as /dev/stdout is one, and to a file', async () => {
    const base = folder();
    writeFileSync(join(base, 'file'), 'old');
    symlinkSync('file', join(base, 'link'));
    await writeOutputFile(join(base, 'link'), 'new');
    expect(readFileSync(join(base, 'file'), 'utf8')).toBe('new');
    expect(lstatSync(join(base, 'link')).isSymbolicLink()).toBe(true);
    execFileSync('mkfifo', [join(base, 'pipe')]);
    symlinkSync('pipe', join(base, 'out'));
    const reader = await open(join(base, 'pipe'), 'r+');
    await writeOutputFile(join(base, 'out'), 'x');
    await reader.close();
    expect(lstatSync(join(base, 'out')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(base, 'pipe')).isFIFO()).toBe(true);
  });

  it('refuses a folder', async () => {
    const base = folder();
    mkdirSync(join(base, 'd'));
    await expect(writeOutputFile(join(base, 'd'), 'x')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: `cannot write ${join(base, 'd')}`,
    });
  });
});
