import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firmwareRepository } from '../support/firmware-repository.js';
import { PROGRAM, runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-signal-');

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGKILL', null],
  ] as const)('%s ends a fetch with exit %s and keeps its session', async (signal, code) => {
    const timeline = firmwareRepository(folder());
    const boards = join(timeline.repo, '.otto', 'bench', 'boards');
    mkdirSync(boards, { recursive: true });
    // At 300 baud the dump takes minutes.
    writeFileSync(
      join(boards, 'slow.toml'),
      '[console]\nport = "sim:"\nbaud = 300\n[dump]\ncommand = "n"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n',
    );
    const child = spawn(
      process.execPath,
      [PROGRAM, '--repo', timeline.sut, 'capture', '--board', 'slow', '--ticket', 'T'],
      {
        env: timeline.env(),
        stdio: 'ignore',
      },
    );
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const sessions = join(timeline.repo, '.git', 'otto-bench');
    await until(() => {
      try {
        const [id = ''] = readdirSync(sessions);
        const raw = join(sessions, id, 'raw');
        return readdirSync(raw).some((name) => statSync(join(raw, name)).size > 0);
      } catch {
        return false;
      }
    }, 'the first bytes are on disk');
    child.kill(signal);
    expect(await ended).toBe(code);
    const list = await runCli(['--repo', timeline.sut, 'sessions', '--json'], {
      env: timeline.env(),
    });
    expect(JSON.parse(list.stdout).sessions).toMatchObject([
      { board: 'slow', step: 'fetch', refusal: null },
    ]);
  });

  it('stops the demo and removes what it made', async () => {
    const temporary = folder();
    const child = spawn(process.execPath, [PROGRAM, 'demo'], {
      env: { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
