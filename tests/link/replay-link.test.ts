import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-replay-');
const never = new AbortController().signal;

test('a log plays after opening and again after each line', async () => {
  const base = folder();
  const log = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index & 0xff));
  writeFileSync(join(base, 'a.log'), log);
  const link = createLink('replay:a.log', { baseFolder: base });
  const seen: Uint8Array[] = [];
  link.subscribe((event) => {
    if (event.type === 'bytes') seen.push(event.bytes);
  });
  const bytes = (): Buffer => Buffer.concat(seen);
  await link.open(never);
  await until(() => bytes().length === log.length);
  await link.write(Buffer.from('dump'), never);
  await link.write(Buffer.from('\r'), never);
  await until(() => bytes().length === 2 * log.length);
  expect(bytes().equals(Buffer.concat([log, log]))).toBe(true);
  await link.close();
});

test('a pace is kept to and a play can be stopped', async () => {
  const base = folder();
  writeFileSync(join(base, 'a.log'), Buffer.alloc(1_000_000));
  const link = createLink('replay:a.log', { baseFolder: base, replayBytesPerSecond: 1000 });
  const sizes: number[] = [];
  link.subscribe((event) => {
    if (event.type === 'bytes') sizes.push(event.bytes.length);
  });
  await link.open(never);
  await until(() => sizes.length >= 3);
  await link.close();
  expect(new Set(sizes)).toEqual(new Set([20]));
});

test('a log that is not there is refused', async () => {
  const link = createLink('replay:none.log', { baseFolder: '/nowhere' });
  await expect(link.open(never)).rejects.toMatchObject({
    code: 'PORT_GONE',
    message: 'cannot read the log /nowhere/none.log',
  });
});
