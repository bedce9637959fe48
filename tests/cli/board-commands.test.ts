import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firmwareRepository } from '../support/firmware-repository.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-boards-');

function boardFile(root: string, name: string, text: string): string {
  const boards = join(root, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  const file = join(boards, `${name}.toml`);
  writeFileSync(file, text);
  return file;
}

function project(): { readonly sut: string; readonly env: Record<string, string> } {
  const timeline = firmwareRepository(folder());
  return { sut: timeline.sut, env: timeline.env() };
}

describe('boards', () => {
  it('lists profiles with where they come from', async () => {
    const cwd = folder();
    const file = boardFile(cwd, 'mine', 'display_name = "My board"\n[console]\nport = "sim:"\n');
    const json = JSON.parse((await runCli(['boards', '--json'], { cwd })).stdout);
    expect(json.boards).toContainEqual({
      name: 'mine',
      display_name: 'My board',
      origin: 'repository',
      file,
      shadowed: false,
      error: null,
    });
    const text = await runCli(['boards'], { cwd });
    expect(text.stdout).toMatch(/^mine +My board +repository +\//m);
    expect(text.stdout).toMatch(/^sim +simulated board \(Cortex-M3\) +package +\//m);
  });

  it('checks files and names every mistake with line and column', async () => {
    const cwd = folder();
    const good = boardFile(cwd, 'good', '[console]\nport = "sim:"\n');
    const bad = boardFile(cwd, 'bad', '[console]\nport = "sim:"\nbuad = 9600\nparity = "mostly"\n');
    const run = await runCli(['boards', 'check', good, bad], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toBe(`${good}: ok\n`);
    expect(run.stderr).toContain(
      `${bad}:3:1: unknown key "buad" in [console]: did you mean "baud"?`,
    );
    expect(run.stderr).toContain(`${bad}:4:10: `);
    expect((await runCli(['boards', 'check', good], { cwd })).exitCode).toBe(0);
  });

  it('lets no profile of a repository run a program before the user said yes', async () => {
    const root = folder();
    const home = folder();
    const proof = join(home, 'ran');
    const text = `[console]\nport = "exec:touch ${proof}; cat"\n[dump]\ncommand = "n"\nidle_timeout_ms = 200\nattempts = 1\n`;
    boardFile(root, 'evil', text);
    const cli = (...args: string[]) => runCli(['--repo', root, ...args], { env: { HOME: home } });
    for (const command of ['snapshot', 'zero', 'console', 'preflight']) {
      const run = await cli(command, '--board', 'evil');
      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      expect(run.stderr).toMatch(/^error\[NEEDS_CONFIRMATION\]/);
      expect(run.stderr).toContain('hint: read it, and if you agree: otto-bench boards trust evil');
    }
    expect(existsSync(proof)).toBe(false);
    const trust = await cli('boards', 'trust', 'evil');
    expect(trust.exitCode).toBe(0);
    expect(trust.stdout).toContain(`  run touch ${proof}; cat\n`);
    expect((await cli('snapshot', '--board', 'evil')).exitCode).toBe(3);
    expect(existsSync(proof)).toBe(true);
    boardFile(root, 'evil', `${text}# changed\n`);
    expect((await cli('snapshot', '--board', 'evil')).exitCode).toBe(2);
  });
});

describe('commands on a board', () => {
  it('fetch writes data files, manifest and raw bytes', async () => {
    const out = join(folder(), 'new');
    const run = await runCli(['fetch', '--board', 'sim', '-o', out]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout.trim().split('\n')).toEqual(
      ['valve', 'filter', 'session'].map((name) => join(out, `${name}.gcda`)),
    );
    expect(readdirSync(join(out, 'raw'))).toEqual(['fetch.log']);
    expect(readFileSync(join(out, 'raw', 'fetch.log'), 'latin1')).toContain('Gcov End');
  });

  it('console pipes lines to the board and its words back, raw into the log', async () => {
    const log = join(folder(), 'console.log');
    const run = await runCli(['console', '--board', 'sim', '--log', log], { stdin: 'x\n?\n' });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('ran\r\nrig> ');
    expect(readFileSync(log, 'utf8')).toBe(run.stdout);
  });

  it('preflight grades every check and exits 1 when one blocks', async () => {
    const timeline = firmwareRepository(folder());
    boardFile(
      timeline.repo,
      'gone',
      '[console]\nport = "serial:/dev/ttyNOT0"\n[dump]\ncommand = "n"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n',
    );
    const run = await runCli(['--repo', timeline.sut, 'preflight', '--board', 'gone'], {
      env: timeline.env(),
    });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(/^✓ Repository {5}\//);
    expect(run.stdout).toMatch(
      /\n✗ Port {11}\/dev\/ttyNOT0 is not there\n {17}hint: plug the board in\n/,
    );
    const json = await runCli(['--repo', timeline.sut, 'preflight', '--json'], {
      env: timeline.env(),
    });
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      blocked: false,
      checks: [
        { id: 'repository', grade: 'ok' },
        { id: 'head', grade: 'ok' },
        { id: 'work-tree', grade: 'ok' },
        { id: 'store', grade: 'ok' },
        { id: 'settings', grade: 'ok' },
      ],
    });
  });

  it('preflight says what it does not look at without a board, and which there are', async () => {
    const timeline = firmwareRepository(folder());
    const preflight = async () =>
      (await runCli(['--repo', timeline.sut, 'preflight'], { env: timeline.env() })).stderr;
    expect(await preflight()).toMatch(
      /^not checked: board file, build and port\nhint: write a board file first: copy an example from \/.+\/boards to \/.+\/\.otto\/bench\/boards\n$/,
    );
    boardFile(timeline.sut, 'b', '[console]\nport = "sim:"\n');
    boardFile(timeline.sut, 'a', '[console]\nport = "sim:"\n');
    expect(await preflight()).toBe(
      'not checked: board file, build and port\nhint: --board NAME checks them too; here are a, b\n',
    );
  });

  it('preflight tells once that there is no repository', async () => {
    const { exitCode, stdout } = await runCli(['preflight'], { cwd: folder() });
    expect(exitCode).toBe(1);
    expect(stdout.match(/is not inside a git repository/g)).toHaveLength(1);
    expect(stdout).toMatch(/\n✗ HEAD {11}see Repository\n✗ Working tree {3}see Repository\n/);
  });

  it.each([
    ['elf = "build/app.elf"', 'there is no ROOT/build/app.elf'],
    ['elf = "package:boards/sim/rig.elf"', 'there is no ROOT/build'],
    ['', 'there is no ROOT/build'],
  ])('preflight blocks when a file of the build is missing: %s', async (image, text) => {
    const { sut, env } = project();
    boardFile(
      sut,
      'rig',
      `[console]\nport = "sim:"\n[dump]\ncommand = "n"\n[image]\n${image}\n[build]\nnotes = ["build"]\n`.replace(
        '[image]\n\n',
        '',
      ),
    );
    const run = await runCli(['--repo', sut, 'preflight', '--board', 'rig', '--json'], { env });
    const { checks } = JSON.parse(run.stdout) as { checks: { id: string }[] };
    expect(checks.find(({ id }) => id === 'build')).toMatchObject({
      grade: 'blocking',
      text: text.replace('ROOT', sut),
      facts: [],
    });
  });

  it('preflight blocks when the notes folder holds no notes', async () => {
    const { sut, env } = project();
    mkdirSync(join(sut, 'build'));
    boardFile(
      sut,
      'rig',
      '[console]\nport = "sim:"\n[dump]\ncommand = "n"\n[build]\nnotes = ["build"]\n',
    );
    const run = await runCli(['--repo', sut, 'preflight', '--board', 'rig'], { env });
    expect(run.stdout).toContain(
      `✗ Build          there is no .gcno file in ${sut}/build\n                 hint: build.notes in the board file (or --notes) is the folder with the .gcno files\n`,
    );
  });

  it('says which board is wanted and refuses an unknown port', async () => {
    for (const command of ['zero', 'snapshot', 'console']) {
      const run = await runCli([command]);
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toMatch(/^error\[USAGE\]: which board\? --board NAME\n/);
    }
    const gone = await runCli(['snapshot', '--board', 'sim', '--port', '/dev/ttyNOT0']);
    expect(gone.exitCode).toBe(3);
    expect(gone.stderr).toMatch(/^error\[PORT_GONE\]/);
  });

  it('resumes a session only on a terminal, and drops one by its id', async () => {
    const timeline = firmwareRepository(folder());
    const cli = (...args: string[]) =>
      runCli(['--repo', timeline.sut, ...args], { env: timeline.env() });
    await cli('capture', '--board', 'sim', '--ticket', 'T');
    const { sessions } = JSON.parse((await cli('sessions', 'list', '--json')).stdout);
    expect(sessions).toMatchObject([{ step: 'commit', refusal: null }]);
    const { id } = sessions[0];
    expect(await cli('sessions', 'resume', id)).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await cli('sessions', 'drop', '../../x')).stderr).toMatch(/^error\[NO_SUCH_SESSION\]/);
    expect(await cli('sessions', 'drop', id)).toEqual({
      exitCode: 0,
      stdout: `${id} deleted\n`,
      stderr: '',
    });
    expect((await cli('sessions')).stderr).toBe('no session is kept here\n');
  });
});
