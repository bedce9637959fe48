import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firmwareRepository } from '../support/firmware-repository.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-snapshot-');

it('labelled snapshots go into one session, which sessions list shows', async () => {
  const timeline = firmwareRepository(folder());
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  writeFileSync(
    join(boards, 'jig.toml'),
    '[console]\nport = "sim:jig"\nbaud = 1000000\n[dump]\ncommand = "n"\n[memory]\ngdb = "sim:jig"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n',
  );
  timeline.commit('Board file');
  const cli = (...args: string[]): ReturnType<typeof runCli> =>
    runCli(args, { cwd: timeline.sut, env: timeline.env() });
  const first = await cli('snapshot', '--board', 'jig', '--label', 'boot', '--json');
  expect(first).toMatchObject({ exitCode: 0 });
  const json = JSON.parse(first.stdout) as Record<string, number | string>;
  expect(json).toMatchObject({ label: 'boot', since: null, new_lines: json['hit_lines'] });
  // Over the other way out, of the same counts.
  const again = await cli('snapshot', '--board', 'jig', '--label', 'idle', '--via', 'memory');
  expect(again).toMatchObject({
    exitCode: 0,
    stdout: `session ${json['session']}, snapshot "idle"\n0 lines newly hit since "boot", ${json['hit_lines']} in all\n`,
  });
  const list = await cli('sessions', 'list');
  expect(list.stdout).toMatch(
    new RegExp(
      `^${json['session']} .*\n  \\S+  snapshot "boot": \\d+ lines newly hit, \\d+ in all\n`,
      'm',
    ),
  );
  const listed = JSON.parse((await cli('sessions', 'list', '--json')).stdout) as {
    sessions: { moments: object[] }[];
  };
  expect(listed.sessions).toHaveLength(1);
  expect(listed.sessions[0]?.moments).toMatchObject([
    { kind: 'snapshot', text: 'boot', hit_lines: json['hit_lines'] },
    { kind: 'snapshot', text: 'idle', new_lines: 0 },
  ]);
  const empty = await cli('snapshot', '--board', 'jig', '--label', ' ');
  expect(empty).toMatchObject({ exitCode: 2, stdout: '' });
});
