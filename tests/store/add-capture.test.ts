import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { captureJson } from '../../src/capture/capture-json.js';
import { addCapture } from '../../src/store/add-capture.js';
import { captureFileName } from '../../src/store/capture-file-name.js';
import { readStore } from '../../src/store/read-store.js';
import { tempFolders } from '../support/temp-folder.js';
import { capture } from './store-cases.js';

const folder = tempFolders('store-');
const STORE = '.otto/coverage/manual';

describe('the name of a capture', () => {
  it.each([
    ['PROJ-123', 'mps2_an385', '20260201T100000Z-proj-123-mps2-an385.json'],
    [
      '--PROJ/12 (β)  Ünïcode_x--',
      'Rack 2 / Slot-4',
      '20260201T100000Z-proj-12-n-code-x-rack-2-slot-4.json',
    ],
    [null, '板', '20260201T100000Z-no-ticket-x.json'],
    ['../../etc', '', '20260201T100000Z-etc-x.json'],
  ])('is made of stamp, ticket %j and board %j', (ticket, board, name) => {
    expect(captureFileName(capture({ ticket, board }))).toBe(name);
  });

  it('stays short enough for a file system', () => {
    const name = captureFileName(
      capture({ ticket: 'x'.repeat(9000), board: 'y'.repeat(9000) }),
      99,
    );
    expect(name.length).toBeLessThan(255);
    expect(name.endsWith('-99.json')).toBe(true);
  });
});

describe('adding a capture', () => {
  it('makes the folder and writes exactly the bytes of the format', async () => {
    const root = folder();
    const path = await addCapture(root, capture());
    expect(path).toBe(`${STORE}/20260201T100000Z-proj-1-bench-1.json`);
    expect(readFileSync(join(root, path), 'utf8')).toBe(captureJson(capture()));
    expect(readdirSync(join(root, STORE))).toEqual(['20260201T100000Z-proj-1-bench-1.json']);
  });

  it('never replaces a file: the next free number is taken, by several at once too', async () => {
    const root = folder();
    const boards = ['b_1', 'b-1', 'B 1', 'b.1'];
    const paths = await Promise.all(boards.map((board) => addCapture(root, capture({ board }))));
    expect(new Set(paths).size).toBe(4);
    expect(
      readdirSync(join(root, STORE)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)),
    ).toEqual([
      '20260201T100000Z-proj-1-b-1.json',
      '20260201T100000Z-proj-1-b-1-2.json',
      '20260201T100000Z-proj-1-b-1-3.json',
      '20260201T100000Z-proj-1-b-1-4.json',
    ]);
    const { captures } = await readStore(root);
    expect(new Set(captures.map((one) => one.capture.board))).toEqual(new Set(boards));
  });

  it('refuses what it could not read again', async () => {
    const root = folder();
    for (const bad of [
      capture({ baseCommit: 'HEAD' }),
      capture({}, { 3: 1 }, '../outside.c'),
      capture({ capturedAt: '2026-02-01 10:00' }),
      capture({ capturedAt: '' }),
    ]) {
      const error = await addCapture(root, bad).catch((thrown: BenchError) => thrown);
      expect((error as BenchError).code).toBe('MALFORMED_CAPTURE');
    }
    expect(readdirSync(root)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('says when the folder cannot be written', async () => {
    const root = folder();
    mkdirSync(join(root, STORE), { recursive: true });
    chmodSync(join(root, STORE), 0o555);
    const error = await addCapture(root, capture()).catch((thrown: BenchError) => thrown);
    expect((error as BenchError).code).toBe('FILE_UNWRITABLE');
  });

  it('says when a file is in the way of the folder', async () => {
    const root = folder();
    writeFileSync(join(root, '.otto'), 'a file\n');
    const error = await addCapture(root, capture()).catch((thrown: BenchError) => thrown);
    expect((error as BenchError).code).toBe('FILE_UNWRITABLE');
  });

  it('leaves whole captures alone behind when it is killed', async () => {
    const root = folder();
    const tsx = join(import.meta.dirname, '..', '..', 'node_modules', 'tsx', 'dist', 'cli.mjs');
    const writer = join(import.meta.dirname, 'store-writer.ts');
    for (const waitMs of [30, 90, 160]) {
      const child = spawn(process.execPath, [tsx, writer, root], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      await once(child.stdout, 'data');
      await sleep(waitMs);
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await once(child, 'close');
    }
    const { captures, malformed } = await readStore(root);
    expect(malformed).toEqual([]);
    expect(captures.length).toBeGreaterThan(0);
    for (const one of captures) {
      expect(one.capture.files.get('src/spi.c')?.lines.size).toBe(20_000);
    }
  });
});
