import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { openGit } from '../../src/git/git.js';
import { SPI, Timeline } from '../support/timeline.js';

const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'git-door-'));
  folders.push(made);
  return made;
}

function repository(): Timeline {
  const t = new Timeline(folder()).init();
  t.write('src/spi.c', SPI);
  t.commit('spi');
  return t;
}

const refusal = async (work: Promise<unknown>): Promise<BenchError> =>
  await work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: BenchError) => error,
  );

afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe('the door to git', () => {
  it('gives bytes untouched and counts every process, those of simple-git too', async () => {
    const t = repository();
    const bytes = Buffer.from([0, 0xff, 0xfe, 10, 13, 0]);
    const id = t.gitIn(t.repo, ['hash-object', '-w', '--stdin'], { input: bytes });
    const git = openGit(t.repo, { ambient: { PATH: process.env['PATH'], HOME: t.home } });
    expect(git.spawns).toBe(0);
    expect((await git.run(['cat-file', 'blob', id])).stdout.equals(bytes)).toBe(true);
    const fed = await git.run(['hash-object', '--stdin'], { stdin: bytes });
    expect(fed.stdout.toString()).toBe(`${id}\n`);
    expect(await git.text.raw(['rev-parse', 'HEAD'])).toBe(`${t.head()}\n`);
    expect(git.spawns).toBe(3);
  });

  it('is not led astray by what a hook of another repository leaves in the environment', async () => {
    const t = repository();
    const other = folder();
    t.gitIn(other, ['init', '-q']);
    const ambient = {
      ...process.env,
      HOME: t.home,
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git', 'index'),
      GIT_OBJECT_DIRECTORY: join(other, '.git', 'objects'),
      GIT_CONFIG_PARAMETERS: "'core.bare=true'",
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.bare',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_DIFF_OPTS: '--unified=9',
    };
    const git = openGit(t.repo, { ambient });
    expect((await git.run(['rev-parse', 'HEAD'])).stdout.toString()).toBe(`${t.head()}\n`);
    expect((await git.run(['rev-parse', 'HEAD'], { mode: 'committing' })).exitCode).toBe(0);
    expect(await git.text.raw(['rev-parse', '--is-inside-work-tree'])).toBe('true\n');
  });

  it('ignores replace references', async () => {
    const t = repository();
    const blob = t.git('rev-parse', 'HEAD:src/spi.c');
    const fake = t.gitIn(t.repo, ['hash-object', '-w', '--stdin'], { input: 'fake\n' });
    t.git('replace', blob, fake);
    const git = openGit(t.repo, { ambient: { ...process.env, HOME: t.home } });
    expect((await git.run(['cat-file', 'blob', blob])).stdout.toString()).toBe(SPI);
  });

  it('never runs a file system monitor the repository names', async () => {
    const t = repository();
    const marker = join(t.out, 'ran');
    const monitor = t.write('../monitor.sh', `#!/bin/sh\ntouch '${marker}'\n`);
    chmodSync(monitor, 0o755);
    t.git('config', 'core.fsmonitor', monitor);
    const git = openGit(t.repo, { ambient: { ...process.env, HOME: t.home } });
    await git.run(['status', '--porcelain']);
    await git.text.status();
    const { existsSync } = await import('node:fs');
    expect(existsSync(marker)).toBe(false);
    t.git('status');
    expect(existsSync(marker)).toBe(true);
  });

  it('says when git is missing', async () => {
    const git = openGit(folder(), { ambient: { PATH: folder() } });
    const error = await refusal(git.run(['version']));
    expect(error.code).toBe('GIT_MISSING');
    expect(error.message).toBe('git is not installed or not on PATH');
  });

  it('says when the folder is no repository, or no folder', async () => {
    const outside = folder();
    const ambient = { PATH: process.env['PATH'], HOME: outside };
    const error = await refusal(openGit(outside, { ambient }).run(['rev-parse', 'HEAD']));
    expect(error.code).toBe('NOT_A_REPOSITORY');
    expect(error.message).toBe(`${outside} is not inside a git repository`);
    const gone = await refusal(openGit(join(outside, 'gone'), { ambient }).run(['version']));
    expect(gone.code).toBe('NOT_A_REPOSITORY');
    expect(gone.message).toBe(`${join(outside, 'gone')} is not a folder`);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() !== 0)(
    'says dubious ownership when that is it, and takes safe.directory from the environment',
    async () => {
      const t = repository();
      const { chownSync } = await import('node:fs');
      chownSync(t.repo, 4711, 4711);
      const ambient = { PATH: process.env['PATH'], HOME: t.home };
      const error = await refusal(openGit(t.repo, { ambient }).run(['rev-parse', 'HEAD']));
      expect(error.code).toBe('NOT_A_REPOSITORY');
      expect(error.message).toBe(
        `git refuses the repository at ${t.repo}: it belongs to another user (dubious ownership)`,
      );
      expect(error.hints).toEqual([
        `if you trust it: git config --global --add safe.directory '${t.repo}'`,
      ]);
      const trusted = {
        ...ambient,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: t.repo,
      };
      const git = openGit(t.repo, { ambient: trusted });
      expect((await git.run(['rev-parse', 'HEAD'])).exitCode).toBe(0);
      expect(await git.text.raw(['rev-parse', '--show-prefix'])).toBe('\n');
    },
  );

  it('hands on the words of git when a command fails', async () => {
    const t = repository();
    const git = openGit(t.repo, { ambient: { ...process.env, HOME: t.home } });
    const error = await refusal(git.run(['cat-file', 'blob', 'nope']));
    expect(error.code).toBe('GIT_FAILED');
    expect(error.message).toBe('git cat-file failed with exit code 128');
    expect(error.why).toBe('fatal: Not a valid object name nope');
    const quiet = await git.run(['diff', '--quiet', 'HEAD', 'HEAD'], { okExitCodes: [0, 1] });
    expect(quiet.exitCode).toBe(0);
    await expect(git.text.raw(['rev-parse', '-q', '--verify', 'nope'])).rejects.toThrow(
      'git exited with 1',
    );
  });

  it('ends a git that takes too long, and one that is cancelled', async () => {
    const t = repository();
    const tools = folder();
    writeFileSync(join(tools, 'git'), '#!/bin/sh\nsleep 60\n');
    chmodSync(join(tools, 'git'), 0o755);
    mkdirSync(join(t.repo, 'x'));
    const ambient = { PATH: `${tools}${delimiter}${process.env['PATH']}`, HOME: t.home };
    const slow = await refusal(openGit(t.repo, { ambient, timeoutMs: 50 }).run(['status']));
    expect(slow.code).toBe('TIMED_OUT');
    const signal = AbortSignal.abort();
    const cancelled = await refusal(openGit(t.repo, { ambient, signal }).run(['status']));
    expect(cancelled.code).toBe('CANCELLED');
  });
});
