import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-demo-');

describe('demo', () => {
  it('plays the whole job as plain text in a pipe and leaves nothing behind', async () => {
    const temporary = folder();
    const run = await runCli(['demo'], { cwd: temporary, env: { TMPDIR: temporary } });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).not.toContain('\u001b');
    const story = [
      '1  A firmware repository',
      'Working tree  clean',
      'read back: 3 objects, every counter is zero',
      'session.gcda  320 bytes  ok',
      '8/13 lines executed   src/valve.c',
      /✓ \.otto\/coverage\/manual\/\d{8}T\d{6}Z-pump-42-pump\.json/,
      'Ticket: PUMP-42',
      '✓ 31 lines valid',
      '✗ src/valve.c:8 edited, now src/valve.c:8',
      'git mv src/filter.c src/lowpass.c',
      '✓ src/lowpass.c      8       0     0        0',
      'otto-bench demo --keep',
    ];
    let rest = run.stdout;
    for (const part of story) {
      const at = rest.search(typeof part === 'string' ? escaped(part) : part);
      expect(at, `${String(part)} in\n${rest}`).toBeGreaterThanOrEqual(0);
      rest = rest.slice(at);
    }
    expect(run.stdout).not.toContain('Forced');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('works with no git identity and a hostile git configuration', async () => {
    const home = folder();
    const hooks = join(home, 'hooks');
    mkdirSync(hooks);
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit']) {
      writeFileSync(join(hooks, hook), '#!/bin/sh\necho hook ran >&2\nexit 1\n', { mode: 0o755 });
    }
    writeFileSync(
      join(home, '.gitconfig'),
      `[core]\n\thooksPath = ${hooks}\n\tautocrlf = true\n\texcludesFile = ${join(home, 'ignore')}\n[commit]\n\tgpgSign = true\n\ttemplate = /nowhere\n[init]\n\tdefaultBranch = trunk\n\ttemplateDir = /nowhere\n[diff]\n\tnoprefix = true\n\talgorithm = histogram\n[user]\n\tuseConfigOnly = true\n[gpg]\n\tprogram = /bin/false\n`,
    );
    writeFileSync(join(home, 'ignore'), '*\n');
    const run = await runCli(['demo'], {
      cwd: home,
      env: {
        HOME: home,
        TMPDIR: home,
        GIT_DIR: '/nowhere',
        GIT_AUTHOR_NAME: '',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'commit.gpgSign',
        GIT_CONFIG_VALUE_0: 'true',
      },
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('✓ 31 lines valid');
  });

  it('keeps the repository it was told to make, ready to be looked at', async () => {
    const dir = join(folder(), 'demo');
    const run = await runCli(['demo', '--dir', dir]);
    expect(run.exitCode).toBe(0);
    const root = join(dir, 'pump-board');
    expect(run.stdout).toMatch(
      /^ {3}otto-bench --repo \/.+\/pump-board\n {50,}look at it yourself$/m,
    );
    expect(existsSync(join(root, 'src', 'lowpass.c'))).toBe(true);
    const validity = await runCli(['--repo', root, 'validity', '--fail-on', 'stale']);
    expect(validity.exitCode).toBe(1);
    expect(validity.stdout).toContain('✓ 31 lines valid');
  });

  it('takes no folder that holds something', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'mine'), '');
    const run = await runCli(['demo', '--dir', dir]);
    expect(run).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error[USAGE]: ${dir} is not empty\nhint: name a folder that does not exist yet\n`,
    });
    expect(readdirSync(dir)).toEqual(['mine']);
  });
});

function escaped(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}
