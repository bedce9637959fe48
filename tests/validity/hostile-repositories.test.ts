import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolders } from '../support/temp-folder.js';
import { SPI, SPI_HITS, Timeline, UART, UART_HITS, filler } from '../support/timeline.js';
import { answerOf, foldTimeline, statesOf, withoutBase } from './fold-timeline.js';

const folder = tempFolders('validity-');
const ALL_VALID =
  '5:valid 10:valid 11:valid 12:valid 13:zero 15:valid 16:valid 21:valid 22:valid 23:valid';
const EDITED = ALL_VALID.replace('15:valid', '15:stale');

function coveredUart(path = 'src/uart.c', args: readonly string[] = []): Timeline {
  const t = new Timeline(folder()).init({ args });
  t.write(path, UART);
  t.commit('uart');
  t.cap({ [path]: UART_HITS }, { blob: t.gitIn(t.sut, ['rev-parse', `HEAD:./${path}`]) });
  return t;
}

function mask(t: Timeline, path = 'src/uart.c'): void {
  t.sub(path, 'u->dr = c;', 'u->dr = c & 0xff;');
}

const at = (t: Timeline) => ({ root: t.sut, home: t.home });

/** One hash over all names and bytes below a folder, git's own included. */
function snapshot(root: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    hash.update(path);
    if (entry.isFile()) hash.update(readFileSync(path)).update(String(statSync(path).mtimeMs));
  }
  return hash.digest('hex');
}

describe('names', () => {
  const names = [
    'src/a "quoted" name.c',
    'src/tab\there.c',
    'src/line\nfeed.c',
    'src/return\r',
    'src/back\\slash.c',
    '-dash.c',
    'src/*.c',
    ':(top)x.c',
    '"begins.c',
    'src/pair 1\n@@ -1 +1 @@.c',
    'ünï/板.c',
  ];
  it.each(names)('%j is followed when it is edited, committed or not', async (path) => {
    const t = coveredUart(path);
    mask(t, path);
    expect(statesOf(await foldTimeline(at(t)), path)).toBe(EDITED);
    t.commit('mask');
    expect(statesOf(await foldTimeline(at(t)), path)).toBe(EDITED);
    expect(statesOf(await foldTimeline({ ...at(t), change: withoutBase }), path)).toBe(EDITED);
  });
});

describe('settings, attributes and surroundings', () => {
  it('have no part in the answer', async () => {
    const t = coveredUart();
    mask(t);
    t.write('src/uart.c', filler(3) + t.read('src/uart.c'));
    t.commit('mask');
    const calm = answerOf(await foldTimeline(at(t)));
    const set = (key: string, value: string): string => t.git('config', key, value);
    set('diff.noprefix', 'true');
    set('diff.algorithm', 'patience');
    set('diff.interHunkContext', '1000');
    set('diff.context', '50');
    set('diff.renames', 'false');
    set('diff.renameLimit', '1');
    set('diff.suppressBlankEmpty', 'true');
    set('diff.external', '/bin/false');
    set('diff.orderFile', '/nowhere');
    set('core.bigFileThreshold', '1');
    set('core.fsmonitor', '/bin/false');
    set('core.quotePath', 'true');
    set('color.ui', 'always');
    writeFileSync(join(t.home, 'attributes'), '* -diff binary\n');
    set('core.attributesFile', join(t.home, 'attributes'));
    mkdirSync(join(t.repo, '.git/info'), { recursive: true });
    writeFileSync(join(t.repo, '.git/info/attributes'), '*.c diff=never\n');
    mkdirSync(join(t.home, '.config/git'), { recursive: true });
    writeFileSync(join(t.home, '.config/git/attributes'), '* -text -diff\n');
    const env = {
      GIT_DIFF_OPTS: '-u9',
      GIT_EXTERNAL_DIFF: '/bin/false',
      GIT_DIR: '/nowhere',
      GIT_WORK_TREE: '/nowhere',
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_INDEX_FILE: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'diff.noprefix',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_GLOB_PATHSPECS: '1',
    };
    expect(answerOf(await foldTimeline({ ...at(t), env }))).toEqual(calm);
    expect((await foldTimeline(at(t))).lost.map(({ line }) => line)).toEqual([15]);
  });

  it('replaced objects are not looked at', async () => {
    const t = coveredUart();
    const old = t.git('rev-parse', 'HEAD:src/uart.c');
    mask(t);
    t.commit('mask');
    t.git('replace', old, t.git('rev-parse', 'HEAD:src/uart.c'));
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('nothing in the repository is written, whatever has to be asked', async () => {
    const t = coveredUart();
    t.write('src/spi.c', SPI);
    t.commit('spi');
    mask(t);
    t.git('mv', 'src/spi.c', 'src/bus.c');
    // A changed file with the content of an object git has: its time stamp must stay, too.
    t.write('src/uart.c', SPI);
    const before = snapshot(t.repo);
    await foldTimeline(at(t));
    await foldTimeline({ ...at(t), change: withoutBase });
    expect(snapshot(t.repo)).toBe(before);
  });
});

describe('a working tree git would not look at closely', () => {
  it('is read by us: same size, same time, other bytes', async () => {
    const t = coveredUart();
    const path = join(t.sut, 'src/uart.c');
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    t.git('update-index', '--refresh');
    t.git('config', 'core.checkStat', 'minimal');
    t.git('config', 'core.trustctime', 'false');
    t.write('src/uart.c', UART.replace('u->dr = c;', 'u->cr = c;'));
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('keeps what a sparse checkout leaves out', async () => {
    const t = coveredUart();
    t.git('sparse-checkout', 'set', '--no-cone', '/*', '!/src');
    expect(existsSync(join(t.sut, 'src/uart.c'))).toBe(false);
    const report = await foldTimeline(at(t));
    expect(statesOf(report, 'src/uart.c')).toBe(ALL_VALID);
    expect(report.gitSpawns).toBeLessThanOrEqual(3);
  });

  it('reads a file with skip-worktree that is there', async () => {
    const t = coveredUart();
    t.git('update-index', '--skip-worktree', 'src/uart.c');
    mask(t);
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('believes no index about the file a capture was renamed to', async () => {
    const t = coveredUart();
    t.git('mv', 'src/uart.c', 'src/serial.c');
    t.commit('rename');
    t.git('update-index', '--assume-unchanged', 'src/serial.c');
    mask(t, 'src/serial.c');
    expect(statesOf(await foldTimeline(at(t)), 'src/serial.c')).toBe(EDITED);
  });

  it('a checkout with CRLF line ends is clean and costs three processes', async () => {
    const t = coveredUart();
    t.git('config', 'core.autocrlf', 'true');
    rmSync(join(t.sut, 'src/uart.c'));
    t.git('checkout', '--', 'src/uart.c');
    expect(t.read('src/uart.c')).toContain('\r\n');
    const report = await foldTimeline(at(t));
    expect(statesOf(report, 'src/uart.c')).toBe(ALL_VALID);
    expect(report.gitSpawns).toBeLessThanOrEqual(3);
  });

  it('a file under another encoding is compared as git stores it', async () => {
    const t = new Timeline(folder()).init();
    t.write('.gitattributes', '*.c working-tree-encoding=UTF-16LE\n');
    t.write('src/uart.c', Buffer.from(UART, 'utf16le'));
    t.commit('uart');
    t.cap({ 'src/uart.c': UART_HITS });
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(ALL_VALID);
    t.write('src/uart.c', Buffer.from(UART.replace('u->dr = c;', 'u->dr = ~c;'), 'utf16le'));
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('a file in Latin-1 that git stores as UTF-8 loses nothing', async () => {
    const t = new Timeline(folder()).init();
    const german = UART.replace('u->dr = c;', 'u->dr = c; /* f\u00fcr */');
    t.write('.gitattributes', '*.c working-tree-encoding=ISO-8859-1\n');
    t.write('src/uart.c', Buffer.from(german, 'latin1'));
    t.commit('uart');
    t.cap({ 'src/uart.c': UART_HITS });
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(ALL_VALID);
    t.write('src/uart.c', Buffer.from(german.replace('u->dr = c', 'u->dr = ~c'), 'latin1'));
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('a filter that hides an edit, takes lines away or fails is not believed', async () => {
    const t = coveredUart();
    t.write('.gitattributes', '*.c filter=tidy\n');
    t.commit('filter');
    t.git('config', 'filter.tidy.required', 'true');
    mask(t);
    for (const clean of ['git cat-file blob HEAD:%f', "sed 's/ & 0xff//'", 'false']) {
      t.git('config', 'filter.tidy.clean', clean);
      expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
    }
    t.git('config', 'filter.tidy.clean', 'sed /DEBUG/d');
    t.write('src/uart.c', `// DEBUG\n${UART}`);
    const { files } = await foldTimeline(at(t));
    const proved = [...(files.get('src/uart.c')?.lines ?? [])].filter(([, v]) => v.runHits.size);
    const executed = Object.entries(UART_HITS).filter(([, count]) => count > 0);
    expect(proved.map(([line]) => line)).toEqual(executed.map(([line]) => Number(line) + 1));
  });

  it('follows a rename that is staged, not one git does not know of', async () => {
    const t = coveredUart();
    renameSync(join(t.sut, 'src/uart.c'), join(t.sut, 'src/serial.c'));
    const unknown = await foldTimeline(at(t));
    expect(unknown.lost.map(({ cause }) => cause)).toContain('file-gone');
    t.git('add', '-A');
    expect(statesOf(await foldTimeline(at(t)), 'src/serial.c')).toBe(ALL_VALID);
  });

  it('an unmerged file is judged by what lies there', async () => {
    const t = coveredUart();
    t.git('checkout', '-q', '-b', 'side');
    t.sub('src/uart.c', 'int spin = 0;', 'int spin = 1;');
    t.commit('side');
    t.git('checkout', '-q', 'main');
    t.sub('src/uart.c', 'int spin = 0;', 'int spin = 2;');
    t.commit('main');
    expect(() => t.git('merge', 'side')).toThrow();
    const report = await foldTimeline(at(t));
    expect(report.lost.map(({ line }) => line)).toEqual([10]);
  });
});

describe('a file that is no file any more', () => {
  it('behind a linked folder is gone', async () => {
    const t = coveredUart();
    renameSync(join(t.sut, 'src'), join(t.sut, 'real'));
    symlinkSync('real', join(t.sut, 'src'));
    const report = await foldTimeline(at(t));
    expect(new Set(report.lost.map(({ cause }) => cause))).toEqual(new Set(['file-gone']));
    expect(report.lost).toHaveLength(9);
  });

  it('that became a link in the working tree is lost as a link', async () => {
    const t = coveredUart();
    t.write('src/real.c', UART);
    rmSync(join(t.sut, 'src/uart.c'));
    symlinkSync('real.c', join(t.sut, 'src/uart.c'));
    const report = await foldTimeline(at(t));
    expect(new Set(report.lost.map(({ cause }) => cause))).toEqual(new Set(['link']));
    expect(report.files.has('src/real.c')).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)('that nobody may read is lost, and says why', async () => {
    const t = coveredUart();
    chmodSync(join(t.sut, 'src/uart.c'), 0);
    const report = await foldTimeline(at(t));
    expect(new Set(report.lost.map(({ cause }) => cause))).toEqual(new Set(['unreachable']));
    expect(report.warnings.join('\n')).toContain('the file cannot be read');
  });
});

describe('places a repository can be in', () => {
  it('a linked working tree', async () => {
    const t = coveredUart();
    t.git('worktree', 'add', '-q', join(t.out, 'linked'));
    t.sut = join(t.out, 'linked');
    mask(t);
    const report = await foldTimeline(at(t));
    expect(statesOf(report, 'src/uart.c')).toBe(EDITED);
  });

  it('a branch without a commit', async () => {
    const t = coveredUart();
    t.git('checkout', '-q', '--orphan', 'fresh');
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(ALL_VALID);
  });

  it('no repository at all is refused, with or without evidence', async () => {
    const t = new Timeline(folder());
    mkdirSync(t.sut);
    await expect(foldTimeline(at(t))).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' });
    t.write('.otto/coverage/manual/x.json', JSON.stringify(emptyCapture()));
    await expect(foldTimeline(at(t))).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' });
  });

  it('a base of the other hash is a base that is not there', async () => {
    for (const [args, size] of [
      [[], 64],
      [['--object-format=sha256'], 40],
    ] as const) {
      const t = coveredUart('src/uart.c', args);
      const report = await foldTimeline({
        ...at(t),
        change: (one) => ({ ...one, capture: { ...one.capture, baseCommit: 'a'.repeat(size) } }),
      });
      expect(statesOf(report, 'src/uart.c')).toBe(ALL_VALID);
    }
  });

  it('a base that is a tree or a file is no commit', async () => {
    const t = coveredUart();
    mask(t);
    t.commit('mask');
    for (const revision of ['HEAD^{tree}', 'HEAD:src/uart.c']) {
      const baseCommit = t.git('rev-parse', revision);
      const report = await foldTimeline({
        ...at(t),
        change: (one) => ({ ...one, capture: { ...one.capture, baseCommit } }),
      });
      expect(statesOf(report, 'src/uart.c')).toBe(EDITED);
    }
  });
});

describe('objects that are missing', () => {
  it('cost the file they belong to and no other', async () => {
    const t = new Timeline(folder()).init();
    t.write('src/uart.c', UART);
    t.write('src/spi.c', SPI);
    t.commit('two');
    t.cap({ 'src/uart.c': UART_HITS, 'src/spi.c': SPI_HITS });
    const id = t.git('rev-parse', 'HEAD:src/uart.c');
    mask(t);
    t.sub('src/spi.c', 'set_mode(0)', 'set_mode(1)');
    t.commit('edits');
    rmSync(join(t.repo, '.git/objects', id.slice(0, 2), id.slice(2)));
    const report = await foldTimeline(at(t));
    expect(
      new Set(report.lost.filter(({ path }) => path === 'src/uart.c').map((one) => one.cause)),
    ).toEqual(new Set(['unreachable']));
    expect(statesOf(report, 'src/spi.c')).toBe(
      '3:valid 4:stale 5:valid 10:valid 11:valid 12:valid',
    );
    expect(report.gitSpawns).toBeLessThanOrEqual(6);
  });

  it('in a partial clone are not fetched, and a plain rename is still followed', async () => {
    const t = new Timeline(folder()).init();
    t.git('config', 'uploadpack.allowFilter', 'true');
    t.write('src/uart.c', UART);
    t.write('src/spi.c', SPI);
    t.commit('two');
    t.cap({ 'src/uart.c': UART_HITS, 'src/spi.c': SPI_HITS });
    t.git('mv', 'src/spi.c', 'src/bus.c');
    t.git('mv', 'src/uart.c', 'src/serial.c');
    mask(t, 'src/serial.c');
    t.commit('moves');
    const clone = join(t.out, 'clone');
    t.gitIn(t.out, ['clone', '-q', '--filter=blob:none', `file://${t.repo}`, clone]);
    const before = snapshot(clone);
    const report = await foldTimeline({ root: clone, home: t.home });
    expect(statesOf(report, 'src/bus.c')).toBe(
      '3:valid 4:valid 5:valid 10:valid 11:valid 12:valid',
    );
    expect(report.lost.map(({ path }) => path)).toEqual(Array(9).fill('src/uart.c'));
    expect(report.warnings.join('\n')).toContain('objects are missing here');
    expect(report.gitSpawns).toBeLessThanOrEqual(6);
    expect(snapshot(clone)).toBe(before);
  });

  it('never cost more than six processes together', async () => {
    const t = new Timeline(folder()).init();
    t.write('src/uart.c', UART);
    t.write('src/spi.c', SPI);
    t.write('src/lost.c', filler(20));
    t.commit('three');
    t.cap({ 'src/uart.c': UART_HITS, 'src/spi.c': SPI_HITS }, { board: 'a' });
    t.cap({ 'src/lost.c': { 3: 1 } }, { board: 'b' });
    const id = t.git('rev-parse', 'HEAD:src/uart.c');
    t.git('mv', 'src/uart.c', 'src/serial.c');
    mask(t, 'src/serial.c');
    t.git('mv', 'src/lost.c', 'src/found.c');
    t.write('src/found.c', `/* found */\n${t.read('src/found.c')}`);
    t.commit('moves');
    rmSync(join(t.repo, '.git/objects', id.slice(0, 2), id.slice(2)));
    t.sub('src/spi.c', 'set_mode(0)', 'set_mode(1)');
    const report = await foldTimeline({
      ...at(t),
      change: (one) => (one.capture.board === 'b' ? withoutBase(one) : one),
    });
    expect(report.gitSpawns).toBeLessThanOrEqual(6);
    expect(statesOf(report, 'src/spi.c')).toBe(
      '3:valid 4:stale 5:valid 10:valid 11:valid 12:valid',
    );
    expect(new Set(report.lost.map(({ path }) => path))).toEqual(
      new Set(['src/uart.c', 'src/spi.c', 'src/lost.c']),
    );
  });

  it('of files no capture names only keep renames from being found', async () => {
    const t = coveredUart();
    t.git('mv', 'src/uart.c', 'src/serial.c');
    mask(t, 'src/serial.c');
    t.write('src/other.c', UART.replaceAll('uart', 'other'));
    t.commit('moves');
    const id = t.git('rev-parse', 'HEAD:src/other.c');
    rmSync(join(t.repo, '.git/objects', id.slice(0, 2), id.slice(2)));
    const report = await foldTimeline({ ...at(t), change: withoutBase });
    expect(new Set(report.lost.map(({ cause }) => cause))).toEqual(new Set(['file-gone']));
    expect(report.gitSpawns).toBeLessThanOrEqual(6);
  });

  it('with the base commit: a rename git was told not to look at is not believed', async () => {
    const t = coveredUart();
    t.git('mv', 'src/uart.c', 'src/serial.c');
    mask(t, 'src/serial.c');
    t.commit('rename');
    const path = join(t.sut, 'src/serial.c');
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    t.git('update-index', '--refresh');
    writeFileSync(path, t.read('src/serial.c').replace('int spin = 0;', 'int spin = 7;'));
    const report = await foldTimeline({ ...at(t), change: withoutBase });
    expect(report.lost.map(({ line }) => line)).toEqual([10, 15]);
  });

  it.each([
    ['like it', UART.replace('int spin = 0;', 'int spin = 1;')],
    ['the same', UART],
  ])(
    'with the base commit: a sister file that was %s all along is no rename',
    async (_, sister) => {
      const t = new Timeline(folder()).init();
      t.write('src/uart0.c', UART);
      t.write('src/uart1.c', sister);
      t.commit('two');
      t.cap({ 'src/uart0.c': UART_HITS });
      t.git('rm', '-q', 'src/uart0.c');
      t.commit('one is enough');
      for (const change of [undefined, withoutBase]) {
        const report = await foldTimeline({ ...at(t), ...(change && { change }) });
        expect([...report.files.keys()]).toEqual(['src/uart0.c']);
        expect(new Set(report.lost.map(({ cause }) => cause))).toEqual(new Set(['file-gone']));
      }
    },
  );
});

describe('numbers that do not fit', () => {
  it('past the end of the recorded file are lost, the others count', async () => {
    const t = new Timeline(folder()).init();
    t.write('src/uart.c', UART);
    t.commit('uart');
    t.cap({ 'src/uart.c': { 5: 1, 24: 2, 25: 9, 400: 1 } });
    const report = await foldTimeline(at(t));
    expect(report.lost.map(({ line, cause }) => [line, cause])).toEqual([
      [25, 'line-table'],
      [400, 'line-table'],
    ]);
    expect(statesOf(report, 'src/uart.c')).toBe('5:valid 24:valid 25:stale 400:stale');
    expect(report.warnings.join('\n')).toContain('2 executed lines lie past the end');
  });

  it('of a file of a hundred thousand lines, all of them rewritten, are judged one by one', async () => {
    const t = new Timeline(folder()).init();
    const count = 100_000;
    t.write('src/table.c', 'int a;\n'.repeat(count));
    t.commit('table');
    const lines = Array.from({ length: count }, (_, index) => [index + 1, 1] as const);
    t.cap({ 'src/table.c': lines });
    t.write('src/table.c', 'int b;\n'.repeat(count));
    const { lost } = await foldTimeline(at(t));
    expect(lost).toHaveLength(count);
    expect(lost.at(-1)).toMatchObject({ cause: 'edited', line: count, reprovedBy: [] });
  });

  it('one stray NUL costs its line alone', async () => {
    const t = coveredUart();
    t.write('src/uart.c', UART.replace('u->dr = c;', 'u->dr = c;\0'));
    t.commit('nul');
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('a form feed in changed text forges no hunk', async () => {
    const t = coveredUart();
    t.sub('src/uart.c', 'u->dr = c;', 'u->dr = ~c; /*\f@@ -1,20 +1,20 @@\u2028\u0085*/');
    t.commit('feed');
    expect(statesOf(await foldTimeline(at(t)), 'src/uart.c')).toBe(EDITED);
  });

  it('counts beyond 2^53 stay exact', async () => {
    const t = new Timeline(folder()).init();
    t.write('src/uart.c', UART);
    t.commit('uart');
    const huge = 18446744073709551615n;
    t.cap({ 'src/uart.c': { 5: huge } }, { board: 'a' });
    t.cap({ 'src/uart.c': { 5: huge } }, { board: 'b' });
    const report = await foldTimeline(at(t));
    expect(report.files.get('src/uart.c')?.lines.get(5)?.hits.get('manual')).toBe(huge * 2n);
  });
});

describe('the number of processes', () => {
  it('is the same for many captures, base commits and files', async () => {
    const t = new Timeline(folder()).init();
    for (let index = 0; index < 12; index += 1) {
      t.write(`src/f${index}.c`, UART.replaceAll('uart', `u${index}`));
      t.commit(`file ${index}`);
      t.cap({ [`src/f${index}.c`]: UART_HITS }, { board: `bench-${index}` });
    }
    for (let index = 0; index < 12; index += 1) mask(t, `src/f${index}.c`);
    t.commit('mask all');
    const clean = await foldTimeline(at(t));
    expect(clean.lost).toHaveLength(12);
    expect(clean.gitSpawns).toBe(3);
    t.write('src/f0.c', `/* wip */\n${t.read('src/f0.c')}`);
    expect((await foldTimeline(at(t))).gitSpawns).toBe(4);
    expect((await foldTimeline({ ...at(t), change: withoutBase })).gitSpawns).toBe(5);
  });
});

function emptyCapture(): unknown {
  return { schema: 2, tier: 'manual', base_commit: '1'.repeat(40), files: {} };
}
