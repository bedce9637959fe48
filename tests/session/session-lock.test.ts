import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockHolder, lockSession } from '../../src/session/session-lock.js';
import {
  createSessionFolder,
  dropSessionFolder,
  type SessionFolder,
} from '../../src/session/session-folder.js';
import { openJournal } from '../../src/session/journal.js';
import { tempFolders } from '../support/temp-folder.js';

const temp = tempFolders('otto-lock-');
let root: string;
let folder: SessionFolder;
beforeEach(async () => {
  root = temp();
  folder = await createSessionFolder(root, new Date(2026, 10, 30, 14, 7));
  openJournal(folder.journalPath).journal.close();
});

const lock = (): string => join(folder.path, 'lock');

describe('the lock of a session', () => {
  it('lets one in, and the next one when that has left', async () => {
    const unlock = await lockSession(folder);
    await expect(lockSession(folder)).rejects.toMatchObject({
      code: 'SESSION_BUSY',
      message: `session ${folder.id} is open elsewhere`,
      why: `process ${process.pid} has it open`,
    });
    await unlock();
    expect(readdirSync(folder.path)).toEqual(['journal.jsonl', 'raw']);
    await (
      await lockSession(folder)
    )();
  });

  it('lets exactly one of many in, also over a stale lock', async () => {
    for (const before of [null, '', 'garbage', '{"pid":-1}', stale(), '\u0000'.repeat(100)]) {
      if (before !== null) writeFileSync(lock(), before);
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockSession(folder)));
      const won = tries.filter((one) => one.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const one of won) await one.value();
    }
    expect(readdirSync(folder.path)).toEqual(['journal.jsonl', 'raw']);
  });

  it('is not that of another process with the same number', async () => {
    const own: unknown = JSON.parse(await contentOfOwn());
    writeFileSync(lock(), JSON.stringify({ ...(own as object), began: '1' }));
    expect(await lockHolder(folder)).toBe(null);
    await (
      await lockSession(folder)
    )();
  });

  it('is believed when it comes from another machine', async () => {
    writeFileSync(lock(), JSON.stringify({ pid: 1, host: 'elsewhere', began: null }));
    await expect(lockSession(folder)).rejects.toMatchObject({
      code: 'SESSION_BUSY',
      hints: [
        'end that one first; two would write over each other',
        `if it is gone, delete ${lock()}`,
      ],
    });
  });

  it('ends with its process, however that ended', async () => {
    const child = spawn('sleep', ['60']);
    writeFileSync(
      lock(),
      JSON.stringify({ ...JSON.parse(await contentOfOwn()), pid: child.pid, began: null }),
    );
    expect(await lockHolder(folder)).toBe(`process ${child.pid}`);
    await expect(dropSessionFolder(root, folder.id)).rejects.toMatchObject({
      code: 'SESSION_BUSY',
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    await dropSessionFolder(root, folder.id);
    expect(readdirSync(root)).toEqual([]);
  });

  it('is dropped with a linked folder without touching what the link leads to', async () => {
    const other = temp();
    mkdirSync(join(other, 'raw'));
    writeFileSync(join(other, 'journal.jsonl'), '');
    symlinkSync(other, join(root, 's-1201-0000'));
    await dropSessionFolder(root, 's-1201-0000');
    expect(readdirSync(other)).toEqual(['journal.jsonl', 'raw']);
    for (const id of ['..', '.', '', '/', '../x', 's-1201-0000/../..', 's-1201-0000\0']) {
      await expect(dropSessionFolder(root, id)).rejects.toMatchObject({ code: 'NO_SUCH_SESSION' });
    }
  });
});

async function contentOfOwn(): Promise<string> {
  const unlock = await lockSession(folder);
  const content = readFileSync(lock(), 'utf8');
  await unlock();
  return content;
}

/** Process numbers end far below this. */
function stale(): string {
  return JSON.stringify({ pid: 2 ** 30, host: hostname(), began: null });
}
