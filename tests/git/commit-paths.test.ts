import { chmodSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { commitPaths } from '../../src/git/commit-paths.js';
import { openGit, type Git } from '../../src/git/git.js';
import { tempFolders } from '../support/temp-folder.js';
import { SPI, Timeline } from '../support/timeline.js';

const folder = tempFolders('commit-');
const FILE = '.otto/coverage/manual/a [1]*.json';

function repository(): Timeline {
  const t = new Timeline(folder()).init();
  t.git('config', '--global', 'user.name', 'Tess');
  t.git('config', '--global', 'user.email', 'tess@bench.test');
  t.write('src/spi.c', SPI);
  t.commit('spi');
  t.write(FILE, '{}');
  return t;
}

function gitIn(t: Timeline, more: Record<string, string> = {}): Git {
  return openGit(t.sut, { ambient: { PATH: process.env['PATH'], HOME: t.home, ...more } });
}

function hook(t: Timeline, name: string, script: string): void {
  const path = join(t.repo, '.git/hooks', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const refusal = async (work: Promise<unknown>): Promise<BenchError> =>
  await work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: BenchError) => error,
  );

describe('a commit of exactly these paths', () => {
  it('takes a new file, the whole message and the user’s identity, and nothing else', async () => {
    const t = repository();
    t.write('src/spi.c', `${SPI}/* staged by somebody else */\n`);
    t.write('other.c', 'int o;\n');
    t.git('add', 'src/spi.c', 'other.c');
    t.write('.otto/coverage/manual/a 1x.json', 'not this one');
    const message = 'PROJ-1: bench évidence\n\n#hash lines stay\n\nTicket: PROJ-1\n';
    const git = gitIn(t, { GIT_AUTHOR_NAME: 'Hook', GIT_DIR: '/nonexistent' });
    const id = await commitPaths(git, [FILE], message);
    expect(id).toBe(t.head());
    expect(t.git('show', '--name-only', '--format=%an <%ae>%n%B', 'HEAD')).toBe(
      `Tess <tess@bench.test>\n${message}\n\n${FILE}`,
    );
    expect(t.git('status', '--porcelain')).toBe(
      'A  other.c\nM  src/spi.c\n?? ".otto/coverage/manual/a 1x.json"',
    );
  });

  it('takes a changed file as it lies there, and a first commit', async () => {
    const t = repository();
    await commitPaths(gitIn(t), [FILE], 'one');
    t.write(FILE, '{"x": 1}');
    await commitPaths(gitIn(t), [FILE], 'two');
    expect(t.git('show', `HEAD:${FILE}`)).toBe('{"x": 1}');
    const fresh = new Timeline(folder()).init();
    fresh.git('config', '--global', 'user.name', 'Tess');
    fresh.git('config', '--global', 'user.email', 'tess@bench.test');
    fresh.write('a.json', '{}');
    expect(await commitPaths(gitIn(fresh), ['a.json'], 'first')).toBe(fresh.head());
  });

  it('runs hooks with the user’s surroundings and without git’s own variables of ours', async () => {
    const t = repository();
    const seen = join(t.out, 'seen');
    hook(t, 'pre-commit', `env > '${seen}'`);
    await commitPaths(gitIn(t, { VIRTUAL_ENV: '/venv', SSH_AUTH_SOCK: '/s' }), [FILE], 'x');
    const env = readFileSync(seen, 'utf8');
    expect(env).toContain('VIRTUAL_ENV=/venv\n');
    expect(env).toContain('SSH_AUTH_SOCK=/s\n');
    for (const name of ['GIT_LITERAL_PATHSPECS', 'GIT_NO_REPLACE_OBJECTS', 'GIT_CONFIG_PARAM']) {
      expect(env).not.toContain(name);
    }
  });

  it('is in UTF-8 whatever encoding the user’s own messages have', async () => {
    const t = repository();
    t.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
    await commitPaths(gitIn(t), [FILE], 'Größe · ok\n');
    expect(t.git('log', '-1', '--encoding=UTF-8', '--format=%s')).toBe('Größe · ok');
  });

  it('is by whom the surroundings name, settings there or not', async () => {
    const t = repository();
    t.git('config', '--global', 'user.useConfigOnly', 'true');
    t.git('config', '--global', '--unset', 'user.email');
    const who = { NAME: 'Ci', EMAIL: 'ci@bench.test' };
    const named = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(who).map(([part, value]) => [`GIT_${role}_${part}`, value]),
      ),
    );
    await commitPaths(gitIn(t, named), [FILE], 'x');
    expect(t.git('log', '-1', '--format=%an %ae %cn %ce')).toBe(
      'Ci ci@bench.test Ci ci@bench.test',
    );
  });

  it('takes a file a sparse checkout leaves out, and leaves it alone when refused', async () => {
    for (const args of [[], ['--sparse-index']]) {
      const t = repository();
      t.write('.otto/settings.toml', '');
      t.git('add', '.otto/settings.toml');
      t.git('commit', '-q', '-m', 'settings');
      t.git('sparse-checkout', 'set', '--cone', ...args, 'src');
      hook(t, 'pre-commit', 'exit 1');
      t.write(FILE, '{}');
      await refusal(commitPaths(gitIn(t), [FILE], 'x'));
      expect(t.git('diff', '--cached', '--name-only')).toBe('');
      hook(t, 'pre-commit', 'exit 0');
      await commitPaths(gitIn(t), [FILE], 'x');
      expect(t.git('show', '--name-only', '--format=', 'HEAD')).toBe(FILE);
    }
  });

  it('takes a file behind a linked folder by its own name', async () => {
    const t = repository();
    renameSync(join(t.repo, '.otto'), join(t.repo, 'evidence'));
    symlinkSync('evidence', join(t.repo, '.otto'));
    await commitPaths(gitIn(t), [FILE], 'x');
    expect(t.git('show', '--name-only', '--format=', 'HEAD')).toBe(
      FILE.replace('.otto', 'evidence'),
    );
  });

  it('says what a hook said when it refuses, and leaves the index as it was', async () => {
    const t = repository();
    t.write('src/spi.c', `${SPI}/* staged */\n`);
    t.git('add', 'src/spi.c');
    const before = t.git('status', '--porcelain');
    hook(t, 'pre-commit', 'echo "policy: evidence needs a review"; exit 1');
    const error = await refusal(commitPaths(gitIn(t), [FILE], 'x'));
    expect(error.code).toBe('COMMIT_REFUSED');
    expect(error.message).toBe('git did not make the commit');
    expect(error.why).toBe('policy: evidence needs a review');
    expect(error.hints).toEqual([
      'the files are saved and unchanged; settle what git says and commit again',
    ]);
    expect(t.git('status', '--porcelain')).toBe(before);
  });

  it('says when there is no identity, when git is locked and when nothing changed', async () => {
    const t = repository();
    t.git('config', '--global', '--unset', 'user.name');
    t.git('config', '--global', '--unset', 'user.email');
    t.git('config', '--global', 'user.useConfigOnly', 'true');
    const nameless = await refusal(commitPaths(gitIn(t), [FILE], 'x'));
    expect(nameless.code).toBe('COMMIT_REFUSED');
    expect(nameless.why).toContain('Please tell me who you are');
    t.git('config', '--global', 'user.name', 'Tess');
    t.git('config', '--global', 'user.email', 'tess@bench.test');
    t.write('../repo/.git/index.lock', '');
    const locked = await refusal(commitPaths(gitIn(t), [FILE], 'x'));
    expect(locked.why).toContain('index.lock');
    expect(locked.hints).toEqual([
      'another git is at work here: wait for it, or remove the lock it left behind, then retry',
    ]);
    const { rmSync } = await import('node:fs');
    rmSync(join(t.repo, '.git/index.lock'));
    await commitPaths(gitIn(t), [FILE], 'x');
    const idle = await refusal(commitPaths(gitIn(t), [FILE], 'x'));
    expect([idle.code, idle.message]).toEqual(['COMMIT_REFUSED', 'git did not make the commit']);
    const none = await refusal(commitPaths(gitIn(t), [], 'x'));
    expect(none.code).toBe('NOTHING_TO_RECORD');
  });

  it('works in a project below the top of the repository', async () => {
    const t = new Timeline(folder()).init({ sut: 'fw' });
    t.git('config', '--global', 'user.name', 'Tess');
    t.git('config', '--global', 'user.email', 'tess@bench.test');
    t.write('a.c', SPI);
    t.commit('a');
    t.write(FILE, '{}');
    await commitPaths(gitIn(t), [FILE], 'x');
    expect(t.git('show', '--name-only', '--format=', 'HEAD')).toBe(`fw/${FILE}`);
  });
});
