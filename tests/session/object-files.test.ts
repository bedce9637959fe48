import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readObjectFiles,
  writeObjectFiles,
  type FetchedObjects,
} from '../../src/session/object-files.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-objects-');
const origin = { source: 'sim:', format: 'memory' };
const fetched: FetchedObjects = {
  source: 'sim:',
  rawSha256: 'ab',
  warnings: ['w'],
  gaps: [],
  objects: [
    { path: '/fw/../../etc/a.gcda', bytes: Uint8Array.of(1, 2), status: 'ok', origin },
    { path: '/fw/b.gcda', bytes: new Uint8Array(), status: 'missing', reason: 'not there', origin },
  ],
};

describe('object files', () => {
  it('come back as they were written', async () => {
    const place = folder();
    expect(await writeObjectFiles(place, fetched)).toEqual(['etc/a.gcda']);
    const back = await readObjectFiles(place);
    expect({
      ...back,
      objects: back.objects.map((object) => ({ ...object, bytes: [...object.bytes] })),
    }).toEqual({
      ...fetched,
      objects: fetched.objects.map((object) => ({ ...object, bytes: [...object.bytes] })),
    });
  });

  it('that changed since count as damaged', async () => {
    const place = folder();
    await writeObjectFiles(place, fetched);
    writeFileSync(join(place, 'etc', 'a.gcda'), 'x');
    const [object] = (await readObjectFiles(place)).objects;
    expect(object).toMatchObject({
      status: 'damaged',
      reason: 'etc/a.gcda changed after it was fetched',
    });
  });

  it('are not read from anywhere a manifest points to', async () => {
    const place = folder();
    await writeObjectFiles(place, fetched);
    const manifest = readFileSync(join(place, 'manifest.json'), 'utf8');
    for (const file of ['/etc/passwd', '../secret', 'a/../../b', 'a\\b']) {
      writeFileSync(
        join(place, 'manifest.json'),
        manifest.replace('"etc/a.gcda"', JSON.stringify(file)),
      );
      await expect(readObjectFiles(place)).rejects.toThrow(`${place}/manifest.json is damaged`);
    }
    expect(readdirSync(place)).toContain('manifest.json');
  });
});
