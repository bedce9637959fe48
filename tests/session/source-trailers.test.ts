import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceTrailers } from '../../src/session/source-trailers.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-trailers-');

it('ties a commit to the one file or stream it was made from, and to the ELF', async () => {
  const root = folder();
  mkdirSync(join(root, 'data'));
  for (const name of ['log', 'elf']) writeFileSync(join(root, name), name);
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const [log, elf] = [join(root, 'log'), join(root, 'elf')];
  expect(await sourceTrailers([log], elf, null)).toEqual([
    ['Raw-Dump', `sha256:${sha256('log')}`],
    ['Build', `sha256:${sha256('elf')}`],
  ]);
  expect(await sourceTrailers(['-'], null, 'abc')).toEqual([['Raw-Dump', 'sha256:abc']]);
  expect(await sourceTrailers([join(root, 'data')], null, null)).toEqual([]);
  expect(await sourceTrailers([log, log], null, null)).toEqual([]);
});
