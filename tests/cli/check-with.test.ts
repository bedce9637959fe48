import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAKE_CASE, fakeGcov, toldBy } from '../support/fake-gcov.js';
import { PROGRAM, runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-check-');
const SUMMARY = `Lines         Functions   Branches      File
59/71  83 %   5/6  83 %   30/39  76 %   src/basic.c
59/71  83 %   5/6  83 %   30/39  76 %   total of 1 source
`;
const SIZES = '1 file, 71 lines, 39 branches';

describe('decode --check-with', () => {
  it('says in one sentence that a gcov agrees', async () => {
    const gcov = fakeGcov(folder(), 'honest');
    expect(await runCli(['decode', FAKE_CASE, '--check-with', gcov])).toEqual({
      exitCode: 0,
      stdout: `${SUMMARY}\ngcov 12.2.0 agrees: ${SIZES}\n`,
      stderr: '',
    });
  });

  it('names the line of a gcov that counts once more, and exits 1', async () => {
    const gcov = fakeGcov(folder(), 'lies');
    expect(await runCli(['decode', FAKE_CASE, '--check-with', gcov])).toEqual({
      exitCode: 1,
      stdout: `${SUMMARY}
gcov 12.2.0 differs in 1 place; compared: ${SIZES}
Where          What  otto-bench  gcov 12.2.0
src/basic.c:7  line  7           8
`,
      stderr: '',
    });
  });

  it('adds the check to the JSON', async () => {
    const gcov = fakeGcov(folder(), 'lies');
    const run = await runCli(['decode', FAKE_CASE, '--check-with', gcov, '--json']);
    expect(run).toMatchObject({ exitCode: 1, stderr: '' });
    const document = JSON.parse(run.stdout);
    expect(Object.keys(document)).toEqual(['schema', 'files', 'objects', 'warnings', 'check']);
    expect(document.check).toEqual({
      tool: 'gcov',
      version: '12.2.0',
      command: gcov,
      files: 1,
      lines: 71,
      branches: 39,
      functions: 6,
      differences: [
        {
          path: 'src/basic.c',
          kind: 'line',
          line: 7,
          unit: join(FAKE_CASE, 'basic.gcda'),
          ours: 7,
          theirs: 8,
        },
      ],
      explained: [],
      warnings: [],
    });
  });

  it('keeps the tracefile free of it', async () => {
    const gcov = fakeGcov(folder(), 'knows-less');
    const args = ['decode', FAKE_CASE, '--format', 'lcov'];
    const plain = await runCli(args);
    expect(await runCli([...args, '--check-with', gcov])).toEqual({
      exitCode: 1,
      stdout: plain.stdout,
      stderr: `${plain.stderr}gcov 12.2.0 differs in 2 places; compared: ${SIZES}
Where          What      otto-bench  gcov 12.2.0
src/basic.c:7  branches  2 5         -
src/basic.c:7  line      7           -
`,
    });
  });

  it('takes words behind the program, and a path with blanks', async () => {
    const home = folder();
    const gcov = fakeGcov(home, 'honest');
    const words = await runCli(['decode', FAKE_CASE, '--check-with', `${gcov}  extra`]);
    expect(words.exitCode).toBe(0);
    expect(toldBy(gcov).args[0]).toBe('extra');
    const blank = join(home, 'my gcov');
    renameSync(gcov, blank);
    const run = await runCli(['decode', FAKE_CASE, '--check-with', 'my gcov'], { cwd: home });
    expect(run.exitCode).toBe(0);
  });

  it('gives it copies in a private folder, and neither environment nor files of the user', async () => {
    const home = folder();
    const build = join(home, 'build');
    cpSync(FAKE_CASE, build, { recursive: true });
    const temporary = join(home, 'tmp');
    mkdirSync(temporary);
    const gcov = fakeGcov(home, 'honest');
    const before = readdirSync(build);
    await runCli(['decode', 'build', '--check-with', './gcov-honest'], {
      cwd: home,
      env: { TMPDIR: temporary, GCOV_PREFIX: '/elsewhere', LANG: 'de_DE.UTF-8' },
    });
    const told = toldBy(gcov);
    expect(told.cwd.startsWith(join(temporary, 'otto-bench-gcov-'))).toBe(true);
    expect(told.files).toEqual(['u0.gcda', 'u0.gcno']);
    expect(told.env['GCOV_PREFIX']).toBeUndefined();
    expect(told.env['LANG']).toBeUndefined();
    expect(told.env['LC_ALL']).toBe('C');
    expect(readdirSync(build)).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('stops it at Ctrl+C and leaves nothing behind', async () => {
    const home = folder();
    const gcov = fakeGcov(home, 'hangs');
    const temporary = join(home, 'tmp');
    mkdirSync(temporary);
    const child = spawn(process.execPath, [PROGRAM, 'decode', FAKE_CASE, '--check-with', gcov], {
      env: { PATH: process.env.PATH, TMPDIR: temporary },
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await until(() => existsSync(join(home, 'told.json')), 'the fake runs');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
    await until(() => !isAlive(toldBy(gcov).pid), 'the fake is gone');
  });

  it('tells a difference in words the terminal cannot obey', async () => {
    const gcov = fakeGcov(folder(), 'refuses');
    const run = await runCli(['decode', FAKE_CASE, '--check-with', gcov]);
    expect(run).toMatchObject({ exitCode: 1, stderr: '' });
    expect(run.stdout).toContain(`\ngcov 12.2.0 differs in 60 places; compared: ${SIZES}\n`);
    expect(run.stdout).toContain(
      '\n  otto-bench: accepted\n  gcov 12.2.0: stamp mismatch with notes file\n',
    );
    expect(run.stdout).toContain('\nand 40 more (--format json lists all)\n');
    // eslint-disable-next-line no-control-regex
    expect(run.stdout).not.toMatch(/\u001b/);
  });

  it.each([
    [
      'a program that is not there',
      ['gcov-of-nobody'],
      `error[PROGRAM_MISSING]: there is no gcov-of-nobody to check with
  spawn gcov-of-nobody ENOENT
hint: name the gcov of the toolchain that built the firmware, e.g. --check-with arm-none-eabi-gcov, or "llvm-cov gcov" for clang
`,
    ],
    [
      'a program that is no gcov',
      [`${process.execPath}`],
      `error[WRONG_GCOV]: ${process.execPath} is no gcov
  asked for its --version it says: ${process.version}
hint: name the gcov of the toolchain that built the firmware, e.g. --check-with arm-none-eabi-gcov, or "llvm-cov gcov" for clang
`,
    ],
    [
      'an empty name',
      [' '],
      `error[USAGE]: --check-with needs the name of a gcov
hint: name the gcov of the toolchain that built the firmware, e.g. --check-with arm-none-eabi-gcov, or "llvm-cov gcov" for clang
`,
    ],
    [
      'a format without counts',
      ['gcov', '--format', 'gcda', '-o', 'out'],
      'error[USAGE]: --check-with compares counts, and --format gcda makes none\n',
    ],
  ])('refuses %s', async (_name, args, stderr) => {
    const run = await runCli(['decode', FAKE_CASE, '--check-with', ...args], { cwd: folder() });
    expect(run).toEqual({ exitCode: 2, stdout: '', stderr });
  });

  it('refuses the gcov of another compiler', async () => {
    const gcov = fakeGcov(folder(), 'honest', '11.3.0');
    expect(await runCli(['decode', FAKE_CASE, '--check-with', gcov])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error[WRONG_GCOV]: gcov 11.3.0 does not count by the rules of GCC 12.2
  the firmware was built with GCC 12.2, the first of its notes is ${join(FAKE_CASE, 'basic.gcno')}
hint: name the gcov of GCC 12, of the toolchain that built it
`,
    });
  });

  it('refuses sources that hold no counters', async () => {
    const gcov = fakeGcov(folder(), 'honest');
    const info = join(FAKE_CASE, 'expected.info');
    expect(await runCli(['decode', info, '--check-with', gcov])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error[USAGE]: --check-with has nothing to check
  no object in the sources has its notes; counts that were decoded before cannot be checked
`,
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
