import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureJson } from '../../src/capture/capture-json.js';
import { malformedStore, readStore, readStored } from '../../src/store/read-store.js';
import { tempFolders } from '../support/temp-folder.js';
import { capture } from './store-cases.js';

const folder = tempFolders('store-');

function project(files: Readonly<Record<string, string>> = {}): { root: string; store: string } {
  const root = folder();
  const store = join(root, '.otto/coverage/manual');
  mkdirSync(store, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(store, name), text);
  return { root, store };
}

const GOOD = captureJson(capture());

describe('the store', () => {
  it('is empty when there is none', async () => {
    expect(await readStore(folder())).toEqual({ captures: [], malformed: [] });
    expect(await readStore(project().root)).toEqual({ captures: [], malformed: [] });
  });

  it('lists every *.json by code point, hidden ones too, and nothing else', async () => {
    const names = ['b.json', 'B.json', '.hidden.json', 'a\uffee.json', 'a😀.json', 'a.json'];
    const { root } = project({
      ...Object.fromEntries(names.map((name) => [name, GOOD])),
      'notes.txt': 'x',
      '.b.json.123.tmp': 'half',
    });
    const { captures, malformed } = await readStore(root);
    expect(malformed).toEqual([]);
    expect(captures.map(({ file }) => file)).toEqual([
      '.hidden.json',
      'B.json',
      'a.json',
      'a\uffee.json',
      'a😀.json',
      'b.json',
    ]);
    expect(captures[0]?.capture).toEqual(capture());
  });

  it('names every bad file at once and keeps the good ones', async () => {
    const { root } = project({
      'good.json': GOOD,
      'old.json': '{"schema": 1, "tier": "manual", "pin": "x"}',
      'cut.json': GOOD.slice(0, -2),
    });
    const { captures, malformed } = await readStore(root);
    expect(captures.map(({ file }) => file)).toEqual(['good.json']);
    expect(malformed.map(({ file, error }) => [file, error.message])).toEqual([
      [
        'cut.json',
        'malformed capture cut.json: the end of the file where a comma should be (23:4)',
      ],
      ['old.json', 'malformed capture old.json: format v2 is needed, found v1'],
    ]);
    const error = malformedStore(malformed);
    expect(error.code).toBe('MALFORMED_CAPTURE');
    expect(error.message).toBe(
      'the evidence in .otto/coverage/manual cannot be judged: 2 files malformed (cut.json, old.json)',
    );
    expect(error.why).toBe(malformed.map((one) => one.error.message).join('\n'));
  });

  it('refuses links, folders, pipes and giants by kind, without touching them', async () => {
    const { root, store } = project({ 'giant.json': '' });
    mkdirSync(join(store, 'folder.json'));
    symlinkSync('/etc/passwd', join(store, 'link.json'));
    symlinkSync('/nonexistent', join(store, 'loose.json'));
    truncateSync(join(store, 'giant.json'), 16 * 1024 * 1024 + 1);
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(store, 'pipe.json')]);
    const { malformed } = await readStore(root);
    const reasons = malformed.map(({ error }) => error.message);
    expect(reasons).toEqual([
      'malformed capture folder.json: it is a folder',
      'malformed capture giant.json: it is 16777217 bytes long, over 16777216',
      'malformed capture link.json: it is a symbolic link',
      'malformed capture loose.json: it is a symbolic link',
      ...(process.platform === 'win32'
        ? []
        : ['malformed capture pipe.json: it is not a plain file']),
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('names a file it may not read', async () => {
    const { root, store } = project({ 'locked.json': GOOD });
    chmodSync(join(store, 'locked.json'), 0);
    const { malformed } = await readStore(root);
    expect(malformed[0]?.error.message).toBe('malformed capture locked.json: it cannot be read');
  });

  it('gives one file by name, and says when it is none or not there', async () => {
    const { root, store } = project({ 'a.json': GOOD });
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(store, 'pipe.json')]);
    else mkdirSync(join(store, 'pipe.json'));
    expect(await readStored(root, 'a.json')).toEqual(capture());
    await expect(readStored(root, 'pipe.json')).rejects.toThrow('malformed capture pipe.json: it');
    await expect(readStored(root, 'b.json')).rejects.toThrow(
      'there is no capture b.json in the store',
    );
  });

  it('says when the store itself is a file', async () => {
    const root = folder();
    mkdirSync(join(root, '.otto/coverage'), { recursive: true });
    writeFileSync(join(root, '.otto/coverage/manual'), 'x');
    await expect(readStore(root)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
