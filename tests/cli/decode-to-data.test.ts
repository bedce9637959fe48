import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSimRecording } from '../../src/link/sim-recording.js';
import { FIRMWARE } from '../support/firmware.js';
import { runCli, type CliRun } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const own = join(FIRMWARE, 'out', 'own');
const elf = join(own, 'rig.elf');
const folder = tempFolders('otto-gcda-');

function toData(args: readonly string[]): Promise<CliRun> {
  return runCli(['decode', ...args, '--format', 'gcda']);
}

/** A log of the firmware in which nothing of the last object arrived, end marker included. */
function cutLog(): string {
  const path = join(folder(), 'cut.log');
  const text = readFileSync(join(FIRMWARE, 'logs', 'n.log'), 'latin1');
  writeFileSync(path, text.slice(0, text.lastIndexOf('Emitting')));
  return path;
}

describe('decode --format gcda', () => {
  it('names the objects the ELF has and the dump has not, like the other formats', async () => {
    const log = cutLog();
    const out = join(folder(), 'out');
    const refused = await toData([log, '--elf', elf, '-o', out]);
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error\[DAMAGED_DUMP\]: 1 of 3 objects cannot be believed\n {2}\S+valve\.gcda: the ELF has this object, but it did not arrive\n/,
    );
    const json = await runCli(['decode', log, '--elf', elf, '--notes', own, '--json']);
    expect(json.exitCode).toBe(3);
    const partial = await toData([log, '--elf', elf, '--partial', '-o', out]);
    expect(partial.exitCode).toBe(3);
    expect(readdirSync(out).toSorted()).toEqual(['filter.gcda', 'manifest.json', 'session.gcda']);
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(
      manifest.objects.map((object: { path: string; status: string }) => object.status).toSorted(),
    ).toEqual(['missing', 'ok', 'ok']);
  });

  it('refuses a dump without its end when no ELF says that nothing is missing', async () => {
    const log = cutLog();
    const out = join(folder(), 'out');
    const refused = await toData([log, '-o', out]);
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toMatch(/^error\[DAMAGED_DUMP\]: the dump is not whole/);
    const partial = await toData([log, '--partial', '-o', out]);
    expect(partial.stdout).toBe('session.gcda\nfilter.gcda\n');
    // What could be missing stays said: the folder is as little whole as the dump.
    const again = await runCli(['decode', out, '--notes', own]);
    expect(again.stderr).toMatch(/^error\[DAMAGED_DUMP\]: the dump is not whole/);
  });

  it('refuses a data file that is cut, and writes one that is padded without its padding', async () => {
    const root = folder();
    const whole = readFileSync(join(own, 'want', 'valve.gcda'));
    writeFileSync(join(root, 'cut.gcda'), whole.subarray(0, whole.length - 10));
    const refused = await toData([join(root, 'cut.gcda'), '-o', join(root, 'out')]);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toMatch(/cut\.gcda ends too early: at byte \d+/);
    writeFileSync(join(root, 'valve.gcda'), Buffer.concat([whole, Buffer.alloc(512, 0xff)]));
    const padded = await toData([join(root, 'valve.gcda'), '-o', join(root, 'out')]);
    expect(padded).toMatchObject({ exitCode: 0, stdout: 'valve.gcda\n' });
    expect(padded.stderr).toMatch(/^warning: \S+valve\.gcda: 512 bytes of fill/);
    expect(readFileSync(join(root, 'out', 'valve.gcda')).equals(whole)).toBe(true);
  });

  it('merges runs of one unit into one file that counts what both did', async () => {
    const root = folder();
    const { states } = await readSimRecording();
    const logs = ['2.0', '0.1'].map((state) => {
      const path = join(root, `${state}.log`);
      writeFileSync(path, states.get(state)?.n ?? '', 'latin1');
      return path;
    });
    const notes = ['--notes', join(FIRMWARE, '..', '..', 'boards', 'sim')];
    const out = join(root, 'out');
    const written = await toData([...logs, '-o', out]);
    expect(written).toMatchObject({ exitCode: 0 });
    expect(written.stdout.trim().split('\n')).toHaveLength(3);
    const decoded = async (sources: readonly string[]): Promise<unknown> => {
      const { stdout } = await runCli(['decode', ...sources, ...notes, '--json']);
      return (JSON.parse(stdout) as { readonly files: unknown }).files;
    };
    expect(await decoded([out])).toEqual(await decoded(logs));
  });

  it('does not make counters of a tracefile', async () => {
    const root = folder();
    writeFileSync(join(root, 'a.info'), 'SF:a.c\nDA:1,3\nend_of_record\n');
    mkdirSync(join(root, 'out'));
    const refused = await toData([join(root, 'a.info'), '-o', join(root, 'out')]);
    expect(refused.exitCode).toBe(2);
    expect(readdirSync(join(root, 'out'))).toEqual([]);
  });
});
