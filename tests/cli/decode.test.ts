import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRMWARE } from '../support/firmware.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const own = join(FIRMWARE, 'out', 'own');
const elf = join(own, 'rig.elf');
const ram = `ram:${join(own, 'ram.bin')}@0x20000000`;
const folder = tempFolders('otto-decode-');

const SUMMARY = `Lines         Functions    Branches      File
  8/8 100 %    2/2 100 %     8/8 100 %   /home/bench/pump-board/src/filter.c
16/19  84 %    5/6  83 %     5/8  62 %   /home/bench/pump-board/src/session.c
 8/13  61 %    2/3  66 %    9/18  50 %   /home/bench/pump-board/src/valve.c
32/40  80 %   9/11  81 %   22/34  64 %   total of 3 sources
`;

describe('decode', () => {
  it.each([
    ['a console log', [join(FIRMWARE, 'logs', 'n.log')]],
    [
      'a console log with noise, checked against the ELF',
      [join(FIRMWARE, 'logs', 'n-noise.log'), '--elf', elf],
    ],
    ['a Zephyr dump', [join(FIRMWARE, 'logs', 'z.log')]],
    ['a folder of data files', [join(own, 'want')]],
    ['a RAM image', [ram, '--elf', elf]],
  ])('gives the same counts from %s', async (_name, args) => {
    expect(await runCli(['decode', ...args, '--notes', own])).toEqual({
      exitCode: 0,
      stdout: SUMMARY,
      stderr: '',
    });
  });

  it('gives the contract JSON with --json and with --format json', async () => {
    const args = ['decode', join(FIRMWARE, 'logs', 'n.log'), '--notes', own];
    const json = await runCli([...args, '--json']);
    expect(json).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runCli([...args, '--format', 'json'])).toEqual(json);
    const document = JSON.parse(json.stdout);
    expect(Object.keys(document)).toEqual(['schema', 'files', 'objects', 'warnings']);
    expect(document.schema).toBe(1);
    expect(document.files['/home/bench/pump-board/src/filter.c'].lines).toEqual({
      4: 1,
      6: 1,
      7: 1001,
      8: 1000,
      9: 1000,
      11: 1,
      14: 6,
      16: 6,
    });
    expect(document.objects).toHaveLength(3);
    expect(document.objects[0]).toMatchObject({ status: 'ok', reason: null });
  });

  it('writes LCOV that it reads back to the same counts', async () => {
    const out = join(folder(), 'board.info');
    const made = await runCli([
      'decode',
      ram,
      '--elf',
      elf,
      '--notes',
      own,
      '--format',
      'lcov',
      '-o',
      out,
    ]);
    expect(made).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect((await runCli(['decode', out])).stdout).toBe(SUMMARY);
  });

  it('writes verified data files with a manifest', async () => {
    const out = folder();
    const run = await runCli(['decode', ram, '--elf', elf, '--format', 'gcda', '-o', out]);
    expect(run).toEqual({
      exitCode: 0,
      stdout: 'valve.gcda\nfilter.gcda\nsession.gcda\n',
      stderr: '',
    });
    for (const name of ['valve.gcda', 'filter.gcda', 'session.gcda']) {
      expect(readFileSync(join(out, name))).toEqual(readFileSync(join(own, 'want', name)));
    }
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.objects.map((object: { status: string }) => object.status)).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
  });

  it('counts the same dump given twice once, and says so', async () => {
    const log = join(FIRMWARE, 'logs', 'n.log');
    const copy = join(folder(), 'again.log');
    cpSync(log, copy);
    const run = await runCli(['decode', log, copy, '--notes', own]);
    expect(run.stdout).toBe(SUMMARY);
    expect(run.stderr.match(/is the same as from/g)).toHaveLength(3);
  });

  it('refuses a cut log by default and goes on with --partial, but not as success', async () => {
    const cut = join(folder(), 'cut.log');
    const text = readFileSync(join(FIRMWARE, 'logs', 'n.log'), 'latin1');
    writeFileSync(cut, text.slice(0, text.lastIndexOf('Emitting') + 200));
    const refused = await runCli(['decode', cut, '--notes', own, '--elf', elf]);
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error\[DAMAGED_DUMP\]: .*valve\.gcda arrived damaged\n {2}line 39 is not a whole row\n/,
    );
    const partial = await runCli(['decode', cut, '--notes', own, '--elf', elf, '--partial']);
    expect(partial.exitCode).toBe(3);
    expect(partial.stdout).toMatch(
      /^16\/19 {2}84 % .* \/home\/bench\/pump-board\/src\/session\.c$/m,
    );
    expect(partial.stdout).toMatch(/\n\n1 of 3 objects is not ok\n✗ damaged: .*valve\.gcda: /);
  });

  it('refuses a dump without its end when no ELF says that nothing is missing', async () => {
    const cut = join(folder(), 'cut.log');
    const text = readFileSync(join(FIRMWARE, 'logs', 'n.log'), 'latin1');
    writeFileSync(cut, text.slice(0, text.indexOf('Gcov End')));
    const refused = await runCli(['decode', cut, '--notes', own]);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toMatch(/^error\[DAMAGED_DUMP\]: the dump is not whole/);
    expect((await runCli(['decode', cut, '--notes', own, '--elf', elf])).stdout).toBe(SUMMARY);
  });

  it('counts zero for a build that has notes and never ran', async () => {
    const notes = folder();
    cpSync(join(own, 'valve.gcno'), join(notes, 'valve.gcno'));
    const run = await runCli(['decode', notes]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^0\/13 {3}0 % .* \/home\/bench\/pump-board\/src\/valve\.c$/m);
    expect(run.stderr).toBe(
      `warning: there is no .gcda file in ${notes}: nothing of it was executed\n`,
    );
  });

  it.each([
    [[elf], 2, /^error\[USAGE\]: .*rig\.elf is an ELF file/],
    [[join(own, 'valve.gcno')], 2, /^error\[USAGE\]: .*valve\.gcno is a notes file/],
    [['nowhere.gcda'], 2, /^error\[FILE_UNREADABLE\]: there is no nowhere\.gcda\n/],
    [
      [join(own, 'ram.bin'), '--elf', elf],
      3,
      /\nhint: is it a memory image\? then name it ram:\/.+\/ram\.bin@0xADDRESS\n$/,
    ],
    [[ram], 2, /^error\[USAGE\]: a RAM image needs the ELF of the firmware: --elf FILE\n/],
    [['ram:x', '--elf', elf], 2, /^error\[USAGE\]: ram:x is not a RAM image source\n/],
    [[join(FIRMWARE, 'logs', 'b.log')], 3, /^error\[NOTES_MISSING\]/],
    [[join(FIRMWARE, 'README.md')], 3, /^error\[NO_DUMP_FOUND\]/],
    [[join(FIRMWARE, 'src')], 3, /^error\[NO_DUMP_FOUND\]: there is no \.gcda file in /],
    [[join(own, 'want')], 3, /^error\[NOTES_MISSING\]/],
  ])('refuses %j with exit %i', async (args, exitCode, stderr) => {
    const run = await runCli(['decode', ...args]);
    expect(run).toMatchObject({ exitCode, stdout: '' });
    expect(run.stderr).toMatch(stderr);
    expect(run.stderr).not.toContain('    at ');
  });

  it('leaves nothing behind when it refuses', async () => {
    const out = folder();
    const run = await runCli([
      'decode',
      join(own, 'want'),
      '--format',
      'lcov',
      '-o',
      join(out, 'x.info'),
    ]);
    expect(run.exitCode).toBe(3);
    expect(readdirSync(out)).toEqual([]);
  });
});
