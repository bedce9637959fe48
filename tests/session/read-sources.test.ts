import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { writeObjectFiles } from '../../src/session/object-files.js';
import { readSources } from '../../src/session/read-sources.js';
import { tempFolders } from '../support/temp-folder.js';

const WANT = fileURLToPath(new URL('../../fixtures/firmware/out/own/want', import.meta.url));
const LOG = fileURLToPath(new URL('../../fixtures/firmware/logs/n.log', import.meta.url));

const folder = tempFolders('otto-sources-');

describe('readSources', () => {
  it('takes a file once that is named twice, also through a link', async () => {
    const root = folder();
    const log = join(root, 'n.log');
    copyFileSync(LOG, log);
    symlinkSync(log, join(root, 'again.log'));
    const { objects } = await readSources([log, log, join(root, 'again.log')], null);
    expect(objects).toHaveLength(3);
  });

  it('takes a folder, a file in it and a link to it once each', async () => {
    const root = folder();
    cpSync(WANT, join(root, 'data'), { recursive: true });
    symlinkSync(join(root, 'data'), join(root, 'linked'));
    const file = join(root, 'data', 'valve.gcda');
    for (const sources of [
      [join(root, 'data'), file, join(root, 'linked')],
      [file, join(root, 'linked'), join(root, 'data'), file],
    ]) {
      const { objects, warnings } = await readSources(sources, null);
      expect(objects).toHaveLength(3);
      expect(warnings).toEqual([]);
    }
  });

  it('counts a copy of a tracefile once', async () => {
    const root = folder();
    for (const name of ['a.info', 'b.info']) {
      writeFileSync(join(root, name), 'SF:a.c\nDA:1,3\nend_of_record\n');
    }
    const { counts, warnings } = await readSources(
      [join(root, 'a.info'), join(root, 'b.info')],
      null,
    );
    expect(counts).toHaveLength(1);
    expect(warnings).toEqual([`${root}/b.info holds the same as ${root}/a.info: counted once`]);
  });

  it('takes what a fetch found wrong as wrong also when the folder above is named', async () => {
    const root = folder();
    const object: RawObject = {
      path: '/fw/valve.gcda',
      bytes: readFileSync(join(WANT, 'valve.gcda')),
      status: 'damaged',
      reason: 'a row is missing',
      origin: { source: 'board', format: 'memory' },
    };
    const facts = { source: 'board', rawSha256: null, warnings: [], gaps: ['no end'] };
    await writeObjectFiles(join(root, 'one'), { ...facts, objects: [object] });
    cpSync(join(WANT, 'filter.gcda'), join(root, 'filter.gcda'));
    const { objects, gaps } = await readSources([root], null);
    expect(objects.map(({ path, status }) => [path, status])).toEqual([
      [join(root, 'filter.gcda'), 'ok'],
      ['/fw/valve.gcda', 'damaged'],
    ]);
    expect(gaps).toEqual(['no end']);
  });
});

describe('sources that are streams', () => {
  const chunked = async function* (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

  it('are what their content says: a log, a data file or a tracefile', async () => {
    const log = readFileSync(LOG);
    const read = async (bytes: Buffer) =>
      readSources(['-'], null, { standardInput: chunked(bytes, 1000) });
    expect((await read(log)).objects).toEqual(
      (await readSources([LOG], null)).objects.map((object) => ({
        ...object,
        origin: { ...object.origin, source: 'standard input' },
      })),
    );
    const data = readFileSync(join(WANT, 'valve.gcda'));
    const { objects, streamSha256 } = await read(data);
    expect(objects).toEqual([
      {
        path: 'standard input',
        bytes: data,
        status: 'ok',
        origin: { source: 'standard input', format: 'gcda file' },
      },
    ]);
    expect(streamSha256).toBe(createHash('sha256').update(data).digest('hex'));
    const { counts } = await read(Buffer.from('TN:\nSF:a.c\nDA:1,3\nend_of_record\n'));
    expect(counts.map(({ path }) => path)).toEqual(['a.c']);
    await expect(read(Buffer.from('\u007fELF'))).rejects.toMatchObject({ code: 'USAGE' });
    await expect(read(Buffer.alloc(0))).rejects.toMatchObject({
      code: 'NO_DUMP_FOUND',
      why: 'it is empty',
      hints: ['send the dump command of the firmware and log its whole answer'],
    });
  });

  it('may be named pipes, whose writers may come late and write slowly', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', [
      '-c',
      `sleep 0.1; (head -c 3000 '${LOG}'; sleep 0.1; tail -c +3001 '${LOG}') > '${pipe}'`,
    ]);
    const { objects } = await readSources([pipe], null);
    expect(objects).toHaveLength(3);
    writer.kill();
  });

  it('have to find a writer, and are given up when nobody comes', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(readSources([pipe], null, { writerWaitMs: 100 })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `nobody writes to ${pipe}`,
      why: 'it is a pipe, and none opened it for writing in 0.1 s',
    });
  });

  it('can be cancelled while nothing comes', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `exec sleep 30 > '${pipe}'`]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    await expect(readSources([pipe], null, { signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
      message: `reading ${pipe} was cancelled`,
    });
    writer.kill();
  });

  it('are refused when they are devices', async () => {
    await expect(readSources(['/dev/zero'], null)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: '/dev/zero is not a regular file',
    });
  });
});
