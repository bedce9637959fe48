import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBaseDiffs } from '../../src/git/diff-bases.js';
import { parseAdditions } from '../../src/git/first-additions.js';
import { openGit } from '../../src/git/git.js';
import { treeObjects } from '../../src/git/git-object.js';
import { listTracked, parseTracked } from '../../src/git/list-tracked.js';
import { parseTreePairs } from '../../src/git/parse-tree-pairs.js';
import { findLayout } from '../../src/git/repository-layout.js';
import { tempFolders } from '../support/temp-folder.js';
import { Timeline } from '../support/timeline.js';

const folder = tempFolders('scratch-');
const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const NONE = '0'.repeat(40);

describe('trees written by us', () => {
  it.each(['sha1', 'sha256'] as const)('have the ids git gives them (%s)', async (format) => {
    const t = new Timeline(folder()).init({ args: [`--object-format=${format}`] });
    for (const path of ['a.b', 'a/b', 'a-b', 'a0', 'ü/ö/x.c', 'deep/er/and/deeper.c']) {
      t.write(path, path);
    }
    symlinkSync('a.b', join(t.sut, 'link'));
    t.git('add', '-A');
    t.git('update-index', '--chmod=+x', 'a0');
    const tracked = await listTracked(openGit(t.sut), 'sha1');
    expect(tracked.objectFormat).toBe(format);
    expect(treeObjects(tracked.files, format).at(-1)?.id).toBe(t.git('write-tree'));
  });
});

describe('the index as git lists it', () => {
  it('marks what it cannot vouch for', () => {
    const rows = [
      `H 100644 ${A} 0\tsame.c`,
      `H 100644 ${A} 0\tchanged.c`,
      `C 100644 ${A} 0\tchanged.c`,
      `h 100644 ${A} 0\tassumed.c`,
      `S 100644 ${A} 0\tsparse.c`,
      `M 100644 ${A} 1\tboth.c`,
      `M 100644 ${B} 2\tboth.c`,
    ];
    const { files } = parseTracked(Buffer.from(rows.map((row) => `${row}\0`).join('')), 'sha1');
    const told = [...files].map(([path, { isSuspect, isCheckedOut }]) => [
      path,
      isSuspect,
      isCheckedOut,
    ]);
    expect(told).toEqual([
      ['same.c', false, true],
      ['changed.c', true, true],
      ['assumed.c', true, true],
      ['sparse.c', true, false],
      ['both.c', true, true],
    ]);
  });

  it('that is cut off is refused with the byte', () => {
    expect(() => parseTracked(Buffer.from(`H 100644 ${A} 0\tx`), 'sha1')).toThrow(
      expect.objectContaining({ code: 'GIT_FAILED', why: 'no complete record at byte 0' }) as Error,
    );
  });
});

describe('comparisons with base commits', () => {
  it('tell a base that is missing from one without changes', () => {
    const change = `:100644 100644 ${A} ${B} R090\0old.c\0new.c\0`;
    const output = Buffer.from(`pair 0\npair 1\n${A}\0pair 2\n${B}\0${change}`);
    expect(parseBaseDiffs(output, 3)).toEqual([
      null,
      [],
      [
        {
          status: 'R',
          oldPath: 'old.c',
          newPath: 'new.c',
          oldMode: '100644',
          newMode: '100644',
          oldId: A,
          newId: B,
        },
      ],
    ]);
  });

  it('that do not add up are refused', () => {
    expect(() => parseBaseDiffs(Buffer.from('pair 1\n'), 1)).toThrow(/cannot be read/);
    expect(() => parseBaseDiffs(Buffer.from(`pair 0\n${A}\0:100644 1`), 1)).toThrow(
      /cannot be read/,
    );
  });
});

describe('comparisons of trees', () => {
  it('are read by counted lines: text that looks like a frame is text', () => {
    const patch = [
      'diff --git a/0 b/0',
      `index ${A}..${B} 100644`,
      '--- a/0',
      '+++ b/0',
      '@@ -1 +1,2 @@',
      '-pair 1',
      '+pair 1',
      `+diff --git a/1 b/1`,
      '\\ No newline at end of file',
      '',
    ].join('\n');
    const raw = `:100644 100644 ${A} ${B} M\0` + '0\0';
    const output = Buffer.from(`pair 0\n${A} ${B}\n${raw}\0${patch}pair 1\n${NONE} ${NONE}\n`);
    const [first, second] = parseTreePairs(output, 2);
    expect(first?.sections.map(({ oldId, newId, hunks }) => [oldId, newId, hunks])).toEqual([
      [A, B, [{ oldStart: 1, oldCount: 1, newStart: 1, newCount: 2 }]],
    ]);
    expect(second).toEqual({ changes: [], sections: [] });
  });
});

describe('first additions', () => {
  it('rank older commits higher, the oldest of several counts', () => {
    const output = Buffer.from('\u0001\0\nb.c\0\u0001\0\na.c\0b.c\0\u0001\0\nc.c\0');
    expect(parseAdditions(output)).toEqual(
      new Map([
        ['b.c', 2],
        ['a.c', 2],
        ['c.c', 3],
      ]),
    );
    expect(parseAdditions(Buffer.alloc(0))).toEqual(new Map());
  });
});

describe('the layout of a repository', () => {
  it('is found without a process: below the top, in a linked tree, in a submodule', async () => {
    const t = new Timeline(folder()).init({ sut: 'firmware/app' });
    t.write('x.c', 'x');
    t.commit('x');
    const top = openGit(t.sut);
    const objectsFolder = join(t.repo, '.git/objects');
    expect(await findLayout(top)).toEqual({
      toplevel: t.repo,
      prefix: 'firmware/app/',
      objectsFolder,
      isShallow: false,
    });
    const linked = join(t.out, 'linked');
    t.git('worktree', 'add', '-q', linked);
    expect(await findLayout(openGit(linked))).toEqual({
      toplevel: linked,
      prefix: '',
      objectsFolder,
      isShallow: false,
    });
    const outer = join(t.out, 'outer');
    mkdirSync(outer);
    t.gitIn(outer, ['init', '-q']);
    const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', t.repo, 'lib'];
    t.gitIn(outer, add);
    expect(await findLayout(openGit(join(outer, 'lib')))).toEqual({
      toplevel: join(outer, 'lib'),
      prefix: '',
      objectsFolder: join(outer, '.git/modules/lib/objects'),
      isShallow: false,
    });
    expect(top.spawns).toBe(0);
  });

  it('is asked of git where files do not tell', async () => {
    const out = folder();
    const git = openGit(out);
    await expect(findLayout(git)).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' });
    expect(git.spawns).toBe(1);
  });
});
