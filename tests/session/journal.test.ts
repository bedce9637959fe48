import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal, readJournal } from '../../src/session/journal.js';
import type { SessionEvent } from '../../src/session/session-event.js';

const at = '2026-11-30T14:07:00Z';
const mark = (note: string): SessionEvent => ({ type: 'marked', at, note });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'otto-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the session journal', () => {
  it('gives back what was appended, in order', () => {
    const path = join(folder, 'journal.jsonl');
    const first = openJournal(path);
    expect(first.content).toEqual({ events: [], soundBytes: 0, badLines: [] });
    first.journal.append(mark('one'));
    first.journal.append({ type: 'step', at, step: 'fetch' });
    first.journal.close();
    expect(openJournal(path).content.events).toEqual([
      mark('one'),
      { type: 'step', at, step: 'fetch' },
    ]);
  });

  it('leaves out a torn last line and cuts it off before adding', () => {
    const path = join(folder, 'journal.jsonl');
    writeFileSync(path, `${JSON.stringify(mark('kept'))}\n{"type":"marked","at":"20`);
    const { journal, content } = openJournal(path);
    expect(content.events).toEqual([mark('kept')]);
    expect(content.badLines).toEqual([]);
    journal.append(mark('next'));
    journal.close();
    expect(readFileSync(path, 'utf8')).toBe(
      `${JSON.stringify(mark('kept'))}\n${JSON.stringify(mark('next'))}\n`,
    );
  });

  it('survives being cut at every byte', () => {
    const whole = Buffer.from(
      [mark('a'), mark('ü\n"'), { type: 'step', at, step: 'save' }]
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
    for (let size = 0; size <= whole.length; size += 1) {
      const content = readJournal(whole.subarray(0, size));
      const lines = whole.subarray(0, size).filter((byte) => byte === 0x0a).length;
      expect(content.events).toHaveLength(lines);
      expect(content.badLines).toEqual([]);
    }
  });

  it('believes no line that names a place a session does not write to', () => {
    const lines = [
      { type: 'saved', at, file: '../../etc/x.json', trailers: [] },
      { type: 'saved', at, file: '.otto/coverage/manual/../../../src/a.c', trailers: [] },
      { type: 'saved', at, file: '.otto/coverage/manual/a/b.json', trailers: [] },
      { type: 'fetched', at, rawFile: '../../../home', rawSha256: '', objects: [] },
      { type: 'snapshot', at, rawFile: 'raw/objects-1/..', rawSha256: '', objects: [] },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(readJournal(Buffer.from(text))).toMatchObject({
      events: [],
      badLines: [1, 2, 3, 4, 5],
    });
  });

  it('names whole lines that cannot be read', () => {
    const path = join(folder, 'journal.jsonl');
    writeFileSync(path, 'nonsense\n');
    appendFileSync(path, `${JSON.stringify(mark('good'))}\n{"type":"unheard-of"}\n`);
    const { journal, content } = openJournal(path);
    journal.close();
    expect(content.events).toEqual([mark('good')]);
    expect(content.badLines).toEqual([1, 3]);
  });

  it('refuses a file far too large to be a journal', () => {
    const path = join(folder, 'journal.jsonl');
    writeFileSync(path, Buffer.alloc(16 * 1024 * 1024 + 1, 0x20));
    expect(() => openJournal(path)).toThrow(`${path} is no journal of a bench session`);
  });

  it('keeps every event it acknowledged when the process is killed', async () => {
    const path = join(folder, 'journal.jsonl');
    const writer = fileURLToPath(new URL('./journal-writer.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', writer, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.split('\n').length > 20) child.kill('SIGKILL');
      });
      child.on('close', () => resolve());
    });
    const acknowledged = said.split('\n').slice(0, -1).length;
    const { journal, content } = openJournal(path);
    journal.close();
    expect(acknowledged).toBeGreaterThanOrEqual(20);
    expect(content.badLines).toEqual([]);
    expect(content.events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(content.events.slice(0, 3)).toEqual([mark('0'), mark('1'), mark('2')]);
  });
});
