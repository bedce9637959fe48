import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firmwareRepository } from '../support/firmware-repository.js';
import { FIRMWARE } from '../support/firmware.js';
import { onlyWith } from '../support/real-tools.js';
import { startRig, type Rig } from '../support/rig.js';
import { runCli, type CliRun } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import type { Timeline } from '../support/timeline.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const folder = tempFolders('otto-rig-');
const own = join(FIRMWARE, 'out', 'own');

/** Two profiles of the running board: over its serial console, and over its GDB stub. */
function writeBoards(timeline: Timeline, rig: Rig): void {
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  const build = `[image]\nelf = "${join(own, 'rig.elf')}"\n[build]\nnotes = ["${own}"]\n[build.path_map]\n"/home/bench/pump-board" = "."\n`;
  writeFileSync(
    join(boards, 'serial.toml'),
    `labs = ["qemu"]\n[console]\nport = "${rig.serial}"\nprompt = "rig> "\n[dump]\ncommand = "n"\n[zero]\ncommand = "r"\n${build}`,
  );
  writeFileSync(
    join(boards, 'stub.toml'),
    `labs = ["qemu"]\n[memory]\ngdb = "${rig.gdb}"\n[zero]\nmemory = true\n${build}`,
  );
  timeline.commit('Board files');
}

onlyWith('qemu-system-arm')('a Cortex-M3 in QEMU, from the command line', () => {
  let rig: Rig;
  let sockets: string;
  beforeAll(async () => {
    sockets = mkdtempSync(join(tmpdir(), 'otto-rig-'));
    rig = await startRig(sockets);
  });
  afterAll(async () => {
    await rig.stop();
    rmSync(sockets, { recursive: true, force: true });
  });

  const project = (): { timeline: Timeline; cli: (...args: string[]) => Promise<CliRun> } => {
    const timeline = firmwareRepository(folder());
    writeBoards(timeline, rig);
    // Sockets of a repository's profile in a temporary folder run nothing, so nobody is asked.
    const cli = (...args: string[]) =>
      runCli(['--repo', timeline.sut, ...args], { env: timeline.env() });
    return { timeline, cli };
  };

  it('gives the same evidence over its serial console and over its GDB stub', async () => {
    const { timeline, cli } = project();
    const overSerial = await cli('capture', '--board', 'serial', '--ticket', 'FW-1', '--json');
    expect(overSerial.exitCode, overSerial.stdout).toBe(0);
    const overStub = await cli(
      'capture',
      '--board',
      'stub',
      '--ticket',
      'FW-2',
      '--commit',
      '--json',
    );
    expect(overStub.exitCode, overStub.stdout).toBe(0);
    const serial = JSON.parse(overSerial.stdout);
    const stub = JSON.parse(overStub.stdout);
    expect(Object.keys(serial.capture.files)).toEqual([
      'src/filter.c',
      'src/session.c',
      'src/valve.c',
    ]);
    expect(serial.capture.files['src/filter.c'].lines).toMatchObject({ 7: 1001, 8: 1000 });
    expect(stub.capture.files).toEqual(serial.capture.files);
    expect(timeline.git('log', '-1', '--format=%H')).toBe(stub.commit);
    const validity = JSON.parse((await cli('validity', '--json')).stdout);
    expect(validity.runs).toHaveLength(2);
    expect(validity.lost).toEqual([]);
  });

  it('is left running: the console answers after its memory was read', async () => {
    const { cli } = project();
    expect((await cli('snapshot', '--board', 'stub')).exitCode).toBe(0);
    const run = await cli('snapshot', '--board', 'serial');
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^32\/40 {2}80 % .* total of 3 sources$/m);
  });

  it('zeroes its counters, either way, and reads them back', async () => {
    const { cli } = project();
    const serial = await cli('zero', '--board', 'serial');
    expect(serial).toEqual({
      exitCode: 0,
      stdout: 'counters zeroed\nread back: 3 objects, every counter is zero\n',
      stderr: '',
    });
    const { stdout } = await cli('snapshot', '--board', 'stub');
    expect(stdout).toMatch(/^ *0\/40 +0 % .* total of 3 sources$/m);
    const stub = await cli('zero', '--board', 'stub');
    expect(stub.stdout).toBe('read back: 3 objects, every counter is zero\n');
  });

  it('gives verified data files with the raw bytes beside them', async () => {
    const { cli } = project();
    const out = folder();
    const run = await cli('fetch', '--board', 'stub', '-o', out);
    expect(run.exitCode).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual([
      'filter.gcda',
      'manifest.json',
      'raw',
      'session.gcda',
      'valve.gcda',
    ]);
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.source).toBe(rig.gdb);
    const decoded = await runCli(['decode', out, '--notes', own]);
    expect(decoded.exitCode).toBe(0);
  });
});
