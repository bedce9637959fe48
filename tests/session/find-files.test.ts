import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles, kindOfPath, listFiles, readBytes } from '../../src/session/find-files.js';
import { findProjectRoot } from '../../src/session/workspace.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-find-');

describe('finding files', () => {
  it('looks into every folder but git’s, and follows no link', async () => {
    const root = folder();
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    mkdirSync(join(root, '.git'));
    for (const name of ['x.gcno', 'a/y.gcno', 'a/b/z.gcno', 'a/z.gcda', '.git/w.gcno']) {
      writeFileSync(join(root, name), '');
    }
    symlinkSync(root, join(root, 'a', 'loop'));
    expect(await findFiles(root, '.gcno')).toEqual(
      ['a/b/z.gcno', 'a/y.gcno', 'x.gcno'].map((name) => join(root, name)),
    );
  });

  it('looks into folders however deep they are', async () => {
    const deep = join(folder(), ...Array.from({ length: 300 }, () => 'deeper'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'x.gcda'), '');
    const top = deep.slice(0, deep.indexOf('/deeper'));
    expect(await findFiles(top, '.gcda')).toEqual([join(deep, 'x.gcda')]);
  });

  it('takes a link for the file it leads to, once, and names links to nothing', async () => {
    const root = folder();
    const elsewhere = folder();
    for (const name of ['own.gcda', 'b.gcda']) writeFileSync(join(root, name), '');
    writeFileSync(join(elsewhere, 'far.gcda'), '');
    mkdirSync(join(elsewhere, 'folder.gcda'));
    symlinkSync(join(root, 'own.gcda'), join(root, 'again.gcda'));
    symlinkSync(join(elsewhere, 'far.gcda'), join(root, 'far.gcda'));
    symlinkSync('far.gcda', join(root, 'far-again.gcda'));
    symlinkSync(join(elsewhere, 'folder.gcda'), join(root, 'folder.gcda'));
    symlinkSync('gone', join(root, 'gone.gcda'));
    symlinkSync('turns.gcda', join(root, 'turns.gcda'));
    const linked = join(folder(), 'linked');
    symlinkSync(root, linked);
    for (const place of [root, linked]) {
      expect(await listFiles(place, ['.gcda'])).toEqual({
        files: ['b.gcda', 'far-again.gcda', 'own.gcda'].map((name) => join(place, name)),
        brokenLinks: ['gone.gcda', 'turns.gcda'].map((name) => join(place, name)),
      });
    }
  });

  it('lists no pipe, whatever its name', async () => {
    const root = folder();
    execFileSync('mkfifo', [join(root, 'a.gcda')]);
    symlinkSync(join(root, 'a.gcda'), join(root, 'b.gcda'));
    expect(await listFiles(root, ['.gcda'])).toEqual({ files: [], brokenLinks: [] });
  });

  it('says what is not there', async () => {
    const root = folder();
    expect(await kindOfPath(join(root, 'no'))).toBe(null);
    await expect(findFiles(join(root, 'no'), '.c')).rejects.toThrow(`there is no ${root}/no`);
    await expect(readBytes(join(root, 'no'))).rejects.toMatchObject({
      message: `there is no ${root}/no`,
      why: undefined,
    });
    await expect(readBytes(root)).rejects.toThrow(`cannot read ${root}`);
  });
});

describe('the project root', () => {
  it('is the nearest folder with .otto, no higher than the repository', async () => {
    const outer = folder();
    mkdirSync(join(outer, '.otto'));
    const repo = join(outer, 'repo');
    mkdirSync(join(repo, '.git'), { recursive: true });
    mkdirSync(join(repo, 'fw', 'src'), { recursive: true });
    expect(await findProjectRoot(join(repo, 'fw', 'src'), false)).toBe(repo);
    expect(await findProjectRoot(join(repo, 'fw'), true)).toBe(join(repo, 'fw'));
    mkdirSync(join(repo, 'fw', '.otto'));
    expect(await findProjectRoot(join(repo, 'fw', 'src'), false)).toBe(join(repo, 'fw'));
    expect(await findProjectRoot(join(repo, 'fw', 'src'), true)).toBe(join(repo, 'fw'));
  });

  it('is the folder itself outside of any repository', async () => {
    const place = folder();
    expect(await findProjectRoot(place, false)).toBe(place);
  });
});
