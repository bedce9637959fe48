import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { linkLife } from './link-contract.js';

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
  const link = createLink('replay:a.log?speed=10000', { baseFolder: base });
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

test('a recording plays with its own waits, scaled, and every byte comes', async () => {
  const base = folder();
  const log = Buffer.from('one two three four');
  writeFileSync(join(base, 'a.log'), log);
  writeFileSync(join(base, 'a.log.timing'), 'junk\n0.000000 4\n0.200000 4\n0.100000 6\n');
  const link = createLink('replay:a.log?speed=10x', { baseFolder: base });
  const parts: string[] = [];
  link.subscribe((event) => {
    if (event.type === 'bytes') parts.push(Buffer.from(event.bytes).toString());
  });
  await link.open(never);
  await until(() => parts.join('') === log.toString());
  // What the times do not cover comes at the end.
  expect(parts).toEqual(['one ', 'two ', 'three ', 'four']);
  await link.close();
});

test('original times that were not recorded are refused with what to do', async () => {
  const base = folder();
  writeFileSync(join(base, 'a.log'), 'x');
  const link = createLink('replay:a.log?speed=original', { baseFolder: base });
  await expect(link.open(never)).rejects.toMatchObject({
    code: 'PORT_GONE',
    message: `there are no times for the log ${join(base, 'a.log')}`,
    why: `${join(base, 'a.log')}.timing is not there`,
  });
});

describe('ReplayLink', () => {
  linkLife(() => {
    const base = folder();
    writeFileSync(join(base, 'a.log'), 'hello');
    return Promise.resolve({
      link: createLink('replay:a.log', { baseFolder: base }),
      dispose: () => Promise.resolve(),
    });
  });
});
