import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nativeProgram, shellCommand, type NativeProgram } from '../support/linux-board.js';
import { onlyWith } from '../support/real-tools.js';
import { runCli, type CliRun } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { Timeline } from '../support/timeline.js';

const folder = tempFolders('otto-linux-cli-');

const LOGIN = `while :; do printf '\\nboard login: '; read u; [ -z "$u" ] && continue
  printf 'Password: '; read p; echo; [ "$u:$p" = root:s3cr3t ] && break; echo 'Login incorrect'; done
  echo Welcome`;

interface Bench {
  readonly timeline: Timeline;
  readonly app: NativeProgram;
  readonly cli: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<CliRun>;
}

/** A repository with a program built in it, and a profile of a Linux behind a log-in. */
function bench(): Bench {
  const timeline = new Timeline(folder());
  mkdirSync(timeline.repo);
  timeline.git('init', '-q', '-b', 'main');
  const app = nativeProgram(timeline.repo);
  writeFileSync(join(timeline.repo, '.gitignore'), 'build/app\nbuild/*.gc*\nbuild/*.o\n');
  timeline.commit('Program');
  const boards = join(timeline.home, '.config', 'otto-bench', 'boards');
  mkdirSync(boards, { recursive: true });
  const port = shellCommand(folder(), { before: LOGIN });
  writeFileSync(
    join(boards, 'linux.toml'),
    `labs = ["pty"]\n[console]\nport = "exec:${port}"\n[linux]\ndirectory = "${app.build}"\nuser = "root"\npassword_env = "BOARD_PASSWORD"\nidle_timeout_ms = 5000\n[build]\nnotes = ["build"]\n[zero]\ndelete = true\n`,
  );
  return {
    timeline,
    app,
    cli: (args, env = { BOARD_PASSWORD: 's3cr3t' }) =>
      runCli(['--repo', timeline.repo, ...args], { env: { ...timeline.env(), ...env } }),
  };
}

/** No file below a folder holds the text. */
function expectNowhere(root: string, text: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    expect(readFileSync(path, 'latin1').includes(text), path).toBe(false);
  }
}

onlyWith(
  'busybox',
  'socat',
  'gcc',
)('a Linux on a pseudo-terminal, from the command line', () => {
  it('is fetched from, captured and zeroed, and its password is nowhere', async () => {
    const { timeline, app, cli } = bench();
    app.run();
    const out = folder();
    const fetched = await cli(['fetch', '--board', 'linux', '-o', out]);
    expect(fetched.exitCode, fetched.stderr).toBe(0);
    expect(fetched.stdout).toBe(`${join(out, 'app.gcda')}\n`);
    expect(Buffer.compare(readFileSync(join(out, 'app.gcda')), readFileSync(app.dataFile))).toBe(0);

    const run = await cli(['capture', '--board', 'linux', '--ticket', 'FW-1', '--json']);
    expect(run.exitCode, run.stdout + run.stderr).toBe(0);
    const { capture } = JSON.parse(run.stdout);
    expect(capture.files['build/app.c'].lines).toMatchObject({ 2: 10, 3: 10, 4: 3, 8: 11 });
    for (const root of [out, timeline.out]) expectNowhere(root, 's3cr3t');

    const zeroed = await cli(['zero', '--board', 'linux']);
    expect(zeroed.exitCode, zeroed.stderr).toBe(0);
    expect(zeroed.stdout).toContain(`deleted ${app.dataFile}\n`);
    expect(zeroed.stdout).toContain('no file is left: programs that start now count from zero\n');
    expect(existsSync(app.dataFile)).toBe(false);

    const nothing = await cli(['fetch', '--board', 'linux', '-o', folder()]);
    expect(nothing.exitCode).toBe(3);
    expect(nothing.stderr).toContain('error[NO_DUMP_FOUND]: there are no counters on exec:socat');
    expect(nothing.stderr).toContain('GCOV_PREFIX_STRIP');
  }, 90_000);

  it('is refused without its password', async () => {
    const { cli } = bench();
    const run = await cli(['fetch', '--board', 'linux', '-o', folder()], {});
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain('error[LOGIN_REFUSED]: cannot log in on exec:socat');
    expect(run.stderr).toContain('it asks for a password and there is none');
  });

  it('is shown and checked like any other board', async () => {
    const { app, cli } = bench();
    const shown = await cli(['boards', 'show', 'linux']);
    expect(shown.stdout).toMatch(new RegExp(`Linux +files below ${app.build}, logs in as root\n`));
    expect(shown.stdout).toMatch(/Zero +deletes the files\n/);
    const check = await cli(['preflight', '--board', 'linux', '--json']);
    const { checks } = JSON.parse(check.stdout);
    const board = checks.find(({ id }: { id: string }) => id === 'board');
    expect(board.facts).toContainEqual(
      expect.stringContaining(`files below ${app.build} over exec:`),
    );
  });
});
