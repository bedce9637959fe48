import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRMWARE, firmwareRam } from '../support/firmware.js';
import { firmwareRepository } from '../support/firmware-repository.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-paste-cli-');
const own = join(FIRMWARE, 'out', 'own');

/** A tester at a debugger of the rig: does what the newest `paste.txt` says; ended by the result. */
function paste(place: string): () => void {
  const ram = firmwareRam('own');
  const timer = setInterval(() => {
    for (const inner of readdirSync(place)) {
      let lines: string;
      try {
        lines = readFileSync(join(place, inner, 'paste.txt'), 'utf8');
      } catch {
        continue;
      }
      for (const [, file = '', start, end] of lines.matchAll(/memory (\S+) (\S+) (\S+)$/gm)) {
        const from = Number(start) - ram.address;
        writeFileSync(file, ram.bytes.subarray(from, Number(end) - ram.address));
      }
    }
  }, 50);
  return () => clearInterval(timer);
}

it('a tester who pastes lines gets a capture', async () => {
  const timeline = firmwareRepository(folder());
  const place = folder();
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  writeFileSync(
    join(boards, 'bench.toml'),
    `labs = ["bench"]\n[memory]\nsource = "paste:gdb:${place}"\n[image]\nelf = "${join(own, 'rig.elf')}"\n` +
      `[build]\nnotes = ["${own}"]\n[build.path_map]\n"/home/bench/pump-board" = "."\n`,
  );
  writeFileSync(
    join(boards, 'console.toml'),
    `labs = ["bench"]\n[console]\nport = "unix:none.sock"\n[dump]\ncommand = "n"\n[image]\nelf = "${join(own, 'rig.elf')}"\n[build]\nnotes = ["${own}"]\n`,
  );
  timeline.commit('Board files');
  const stop = paste(place);
  try {
    const cli = (...args: string[]) =>
      runCli(['--repo', timeline.sut, ...args], { env: timeline.env() });
    const run = (...args: string[]) => cli(...args, '--board', 'bench');
    // On a board whose profile knows of no memory, too.
    const port = await cli(
      'fetch',
      '--board',
      'console',
      '--port',
      `paste:gdb:${place}`,
      '-o',
      folder(),
    );
    expect(port.exitCode, port.stderr).toBe(0);
    const snapshot = await run('snapshot', '--json');
    expect(snapshot.exitCode, snapshot.stdout).toBe(0);
    expect(snapshot.stderr).toMatch(/^stop the target, then paste into gdb \(also in .*\):$/m);
    expect(snapshot.stderr).toMatch(/^dump binary memory \S+ 0x[0-9a-f]+ 0x[0-9a-f]+$/m);
    const capture = await run('capture', '--ticket', 'FW-1', '--json');
    expect(capture.exitCode, capture.stdout + capture.stderr).toBe(0);
    expect(capture.stderr).toMatch(/^dump binary memory \S+ 0x[0-9a-f]+ 0x[0-9a-f]+$/m);
  } finally {
    stop();
  }
  expect(readdirSync(place)).toEqual([]);
});
