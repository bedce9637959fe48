import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { runCli, type CliRun } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const IMAGE = join(packageRoot(), 'fixtures', 'images', 's390x-pie');
const folder = tempFolders('otto-load-at-');

/** The saved memory of the program, as a tester names it; `bias` is where it was loaded. */
function memory(): { readonly ram: string; readonly bias: string } {
  const into = folder();
  const [first = '', ...lines] = readFileSync(join(IMAGE, 'memory.txt'), 'utf8').trim().split('\n');
  const files = lines.map((line) => {
    const [address = '', bytes = ''] = line.split(' ');
    writeFileSync(join(into, `${address}.bin`), Buffer.from(bytes, 'hex'));
    return `${join(into, `${address}.bin`)}@${address}`;
  });
  return { ram: `ram:${files.join(',')}`, bias: first.replace('bias ', '') };
}

function toData(ram: string, out: string, ...more: readonly string[]): Promise<CliRun> {
  const elf = join(IMAGE, 'program');
  return runCli(['decode', ram, '--elf', elf, '--format', 'gcda', '-o', out, ...more]);
}

it('takes counters of a big-endian program out of its memory with its load address', async () => {
  const { ram, bias } = memory();
  const out = join(folder(), 'out');
  expect(await toData(ram, out, '--load-at', bias)).toMatchObject({ exitCode: 0 });
  for (const name of ['main.gcda', 'work.gcda', 'lonely.gcda']) {
    expect(readFileSync(join(out, name)).equals(readFileSync(join(IMAGE, name)))).toBe(true);
  }
});

it('says without one what it is missing, and writes nothing', async () => {
  const { ram } = memory();
  const into = folder();
  const refused = await toData(ram, join(into, 'out'));
  expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
  expect(refused.stderr).toContain('holds this firmware at another place');
  expect(refused.stderr).toContain('say where it was loaded with --load-at or image.load_at');
  expect(readdirSync(into)).toEqual([]);
});

it('refuses what is no address', async () => {
  const { ram } = memory();
  const refused = await toData(ram, join(folder(), 'out'), '--load-at', 'here');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('Write it as 0xADDRESS or SECTION=0xADDRESS.');
});
