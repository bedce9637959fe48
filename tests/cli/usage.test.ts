import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROGRAM, runCli } from '../support/run-cli.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(`${tmpdir()}/otto-cli-`);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe('the command line', () => {
  it('prints help on stdout and exits 0', async () => {
    const run = await runCli(['--help'], { cwd });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Usage: otto-bench \[options\] \[command\]\n/);
    for (const name of ['demo', 'preflight', 'capture', 'validity', 'sessions']) {
      expect(run.stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
  });

  it('says so when the current folder is gone', async () => {
    const gone = mkdtempSync(`${tmpdir()}/otto-gone-`);
    const script = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' '${PROGRAM}' boards`;
    const run = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(
      'error[FILE_UNREADABLE]: the current folder is gone\n' +
        '  ENOENT: no such file or directory, uv_cwd\n' +
        'hint: change to a folder that is there: cd\n',
    );
  });

  it('prints help on stderr and exits 2 without a terminal and a command', async () => {
    const run = await runCli([], { cwd });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('Usage: otto-bench');
    expect(run.stderr).toMatch(
      /error\[NOT_A_TTY\]: the guided session needs a terminal\n {2}standard input or output is not a terminal\nhint: use a command, e\.g\. otto-bench capture --help\n$/,
    );
  });

  it.each([
    [['cpature'], "error[USAGE]: unknown command 'cpature'\nhint: did you mean capture?\n"],
    [
      ['capture', '--bord', 'x'],
      "error[USAGE]: unknown option '--bord'\nhint: did you mean --board?\n",
    ],
    [['sessions', 'lst'], "error[USAGE]: unknown command 'lst'\nhint: did you mean list?\n"],
    [['zzzzzzzz'], "error[USAGE]: unknown command 'zzzzzzzz'\n"],
    [
      ['ports', 'extra'],
      "error[USAGE]: too many arguments for 'ports'. Expected 0 arguments but got 1.\n",
    ],
    [['decode'], "error[USAGE]: missing required argument 'source'\n"],
    [
      ['validity', '--today', '2026-02-30'],
      "error[USAGE]: option '--today <iso>' argument '2026-02-30' is invalid. Write it as 2026-02-01T10:00:00Z or 2026-02-01.\n",
    ],
    [
      ['validity', '--fail-on', 'stale,old'],
      "error[USAGE]: option '--fail-on <states>' argument 'stale,old' is invalid. Allowed: stale, aging, unverifiable.\n",
    ],
  ])('refuses %j with exit 2 and one sentence', async (args, stderr) => {
    expect(await runCli(args, { cwd })).toEqual({ exitCode: 2, stdout: '', stderr });
  });

  it('gives usage errors as JSON with --json', async () => {
    const run = await runCli(['--json', 'cpature'], { cwd });
    expect(run).toMatchObject({ exitCode: 2, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({
      error: {
        code: 'USAGE',
        message: "unknown command 'cpature'",
        why: null,
        hints: ['did you mean capture?'],
      },
    });
  });

  it('documents exit codes and environment as help topics', async () => {
    const codes = await runCli(['help', 'exit-codes'], { cwd });
    expect(codes).toMatchObject({ exitCode: 0, stderr: '' });
    expect(codes.stdout).toContain('  3    board, link or damaged data\n');
    expect((await runCli(['help', 'environment'], { cwd })).stdout).toContain('NO_COLOR');
    expect((await runCli(['help', 'capture'], { cwd })).stdout).toMatch(
      /^Usage: otto-bench capture/,
    );
  });

  it('takes global flags before and after the command', async () => {
    const before = await runCli(['--json', 'boards', 'list'], { cwd });
    const after = await runCli(['boards', 'list', '--json'], { cwd });
    expect(before.exitCode).toBe(0);
    expect(after).toEqual(before);
    expect(JSON.parse(after.stdout)).toHaveProperty('boards');
  });

  it('shows a stack only with --debug', async () => {
    const plain = await runCli(['boards', 'show', 'nope'], { cwd });
    expect(plain.exitCode).toBe(2);
    expect(plain.stderr).toMatch(/^error\[NO_SUCH_BOARD\]: there is no board called "nope"\n/);
    expect(plain.stderr).not.toContain('    at ');
    const debug = await runCli(['--debug', 'boards', 'show', 'nope'], { cwd });
    expect(debug.stderr).toContain('    at ');
  });
});
