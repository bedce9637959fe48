import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { blobId } from '../../src/git/blob-id.js';
import { openGit, type Git } from '../../src/git/git.js';
import { readBlobs } from '../../src/git/read-blobs.js';
import { readHead } from '../../src/git/read-head.js';
import { readIdentity } from '../../src/git/read-identity.js';
import { readStatus } from '../../src/git/read-status.js';
import { readTree } from '../../src/git/read-tree.js';
import { tempFolders } from '../support/temp-folder.js';
import { SPI, Timeline, UART } from '../support/timeline.js';

const folder = tempFolders('questions-');

function gitIn(t: Timeline, cwd = t.repo): Git {
  return openGit(cwd, { ambient: { PATH: process.env['PATH'], HOME: t.home } });
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

describe('HEAD', () => {
  it('is told with branch, hash, top and place', async () => {
    const t = repository();
    const git = gitIn(t, join(t.repo, 'src'));
    expect(await readHead(git)).toEqual({
      commit: t.head(),
      branch: 'main',
      objectFormat: 'sha1',
      toplevel: t.repo,
      prefix: 'src/',
    });
    expect(git.spawns).toBe(1);
    t.git('checkout', '-q', '--detach');
    expect((await readHead(gitIn(t))).branch).toBeNull();
  });

  it('is told where a folder has a line feed in its name', async () => {
    const t = repository();
    const odd = join(t.out, 're\npo');
    renameSync(t.repo, odd);
    mkdirSync(join(odd, 'a\nb'));
    const head = await readHead(gitIn(t, join(odd, 'a\nb')));
    expect([head.toplevel, head.prefix]).toEqual([odd, 'a\nb/']);
  });

  it('is told in a SHA-256 repository', async () => {
    const t = new Timeline(folder()).init({ args: ['--object-format=sha256'] });
    t.write('a.c', SPI);
    const commit = t.commit('a');
    const head = await readHead(gitIn(t));
    expect([head.commit, head.objectFormat]).toEqual([commit, 'sha256']);
    expect((await readTree(gitIn(t))).get('a.c')?.id).toBe(blobId(Buffer.from(SPI), 'sha256'));
  });

  it('is missing before the first commit, also when a file is called HEAD', async () => {
    const t = new Timeline(folder()).init();
    t.write('HEAD^{commit}', 'x\n');
    t.write('HEAD', 'x\n');
    const error = await refusal(readHead(gitIn(t)));
    expect(error.code).toBe('NO_COMMIT_YET');
    expect(error.hints).toEqual(['commit the sources first: git add -A && git commit']);
  });
});

describe('a tree', () => {
  it('keeps every name whole and counts from the folder git stands in', async () => {
    const t = repository();
    const names = ['a b.c', 'q"u.c', 'n\nl.c', 'tab\t.c', 'é.c', '-x.c', '*.c', '__proto__', '123'];
    for (const name of names) t.write(`src/${name}`, UART);
    symlinkSync('spi.c', join(t.repo, 'src/link'));
    t.chmod('src/123', 0o755);
    t.commit('names');
    const tree = await readTree(gitIn(t, join(t.repo, 'src')));
    expect([...tree.keys()].toSorted()).toEqual([...names, 'link', 'spi.c'].toSorted());
    expect(tree.get('link')?.mode).toBe('120000');
    expect(tree.get('123')).toEqual({ mode: '100755', id: blobId(Buffer.from(UART), 'sha1') });
    expect((await readTree(gitIn(t))).has('src/n\nl.c')).toBe(true);
  });

  it('is asked for by full id only', async () => {
    const t = repository();
    for (const revision of ['main', 'HEAD~1', '--output=x', t.head().slice(0, 12)]) {
      const error = await refusal(readTree(gitIn(t), revision));
      expect(error.code).toBe('BAD_REVISION');
      expect(error.message).toBe(`${JSON.stringify(revision)} is not a full object id`);
    }
    expect((await readTree(gitIn(t), t.head())).size).toBe(1);
  });
});

describe('a status', () => {
  it('lists changes, conflicts and untracked names, whatever the settings say', async () => {
    const t = repository();
    t.git('config', 'status.showUntrackedFiles', 'no');
    t.git('config', 'status.relativePaths', 'true');
    t.git('config', 'status.renames', 'copies');
    t.git('config', 'status.showStash', 'true');
    t.write('both.c', 'int a;\n');
    t.commit('base');
    t.write('both.c', 'put aside');
    t.git('stash', '-q');
    t.git('checkout', '-q', '-b', 'side');
    t.write('both.c', 'int b;\n');
    t.commit('side');
    t.git('checkout', '-q', 'main');
    t.write('both.c', 'int c;\n');
    t.commit('main');
    expect(() => t.git('merge', '-q', 'side')).toThrow('merge');
    t.write('src/spi.c', `${SPI}\n`);
    t.write('n\nl.c', UART);
    expect(await readStatus(gitIn(t, join(t.repo, 'src')))).toEqual([
      { path: 'src/spi.c', kind: 'changed', index: '.', workTree: 'M' },
      { path: 'both.c', kind: 'unmerged', index: 'U', workTree: 'U' },
      { path: 'n\nl.c', kind: 'untracked', index: '?', workTree: '?' },
    ]);
  });
});

describe('blobs', () => {
  it('come whole in one process, missing ones as null', async () => {
    const t = repository();
    const bytes = Buffer.from([0, 10, 255, 10, 10]);
    const id = t.gitIn(t.repo, ['hash-object', '-w', '--stdin'], { input: bytes });
    const empty = t.gitIn(t.repo, ['hash-object', '-w', '--stdin'], { input: '' });
    const git = gitIn(t);
    const blobs = await readBlobs(git, [id, '3'.repeat(40), empty, id]);
    expect(blobs.get(id)?.equals(bytes)).toBe(true);
    expect(blobs.get(empty)?.length).toBe(0);
    expect(blobs.get('3'.repeat(40))).toBeNull();
    expect(git.spawns).toBe(1);
    expect((await readBlobs(git, [])).size).toBe(0);
    expect(git.spawns).toBe(1);
  });
});

describe('the identity', () => {
  it('is what git would use here, the repository before the user', async () => {
    const t = repository();
    expect(await readIdentity(gitIn(t))).toEqual({ name: null, email: null });
    t.git('config', '--global', 'user.name', 'Ada');
    t.git('config', '--global', 'user.email', 'ada@home.test');
    t.git('config', 'user.email', 'ada@work.test');
    const git = gitIn(t);
    expect(await readIdentity(git)).toEqual({ name: 'Ada', email: 'ada@work.test' });
    expect(git.spawns).toBe(1);
  });

  it('is refused with the words of git when the settings cannot be read', async () => {
    const t = repository();
    writeFileSync(join(t.home, '.gitconfig'), '[user\n');
    const error = await refusal(readIdentity(gitIn(t)));
    expect(error.code).toBe('GIT_FAILED');
    expect(error.why).toContain('bad config line 1');
  });
});
