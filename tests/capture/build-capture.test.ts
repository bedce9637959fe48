import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { buildCapture, type BuiltCapture } from '../../src/capture/build-capture.js';
import { captureJson } from '../../src/capture/capture-json.js';
import type { PathMap } from '../../src/capture/path-map.js';
import { readCapture } from '../../src/capture/read-capture.js';
import type { SourceCounts } from '../../src/capture/source-counts.js';
import { tempFolders } from '../support/temp-folder.js';
import { filler, SPI, SPI_HITS, Timeline, UART, UART_HITS } from '../support/timeline.js';
import { CAPTURE_CASES, FACTS, gitOf, source } from './capture-cases.js';

const folder = tempFolders('capture-');
const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'captures');

function timeline(): Timeline {
  return new Timeline(folder());
}

async function built(
  t: Timeline,
  sources: readonly SourceCounts[],
  pathMaps: readonly PathMap[] = [],
): Promise<BuiltCapture> {
  return await buildCapture({ git: gitOf(t), sources, facts: FACTS, pathMaps });
}

function linesOf({ capture }: BuiltCapture, path: string): Record<string, unknown> {
  return Object.fromEntries(capture.files.get(path)?.lines ?? []);
}

const reasons = ({ skipped }: BuiltCapture): string[][] =>
  skipped.map(({ path, reason }) => [path, reason]);

const SPI_REPO = (t: Timeline): Timeline => {
  t.init();
  t.write('src/spi.c', SPI);
  t.commit('spi');
  return t;
};

describe('the bytes of a capture', () => {
  for (const one of CAPTURE_CASES) {
    it(`are those of schema v2: ${one.title}`, async () => {
      const t = timeline();
      const sources = one.build(t);
      const git = gitOf(t);
      const result = await buildCapture({ git, sources, facts: { ...FACTS, ...one.facts } });
      const expected = readFileSync(join(fixtures, `${one.name}.json`), 'utf8');
      expect(captureJson(result.capture)).toBe(expected);
      expect(captureJson(readCapture(Buffer.from(expected), 'expected'))).toBe(expected);
      const skipped = result.skipped.map(({ path, reason }) => [basename(path), reason]);
      expect(skipped).toEqual(
        (one.skipped ?? []).map(([path, reason]) => [basename(path), reason]),
      );
      expect(git.spawns).toBeLessThanOrEqual(5);
    });
  }
});

describe('a capture of a dirty tree', () => {
  it('keeps lines of a Latin-1 file around an edit', async () => {
    const t = timeline().init();
    const latin = Buffer.from(SPI.replace('set_mode(0);', 'set_mode(0); /* f\xfcr */'), 'latin1');
    t.write('src/spi.c', latin);
    t.commit('spi');
    t.write('src/spi.c', Buffer.from(latin.toString('latin1').replace('(0)', '(1)'), 'latin1'));
    const result = await built(t, [source('src/spi.c', SPI_HITS)]);
    expect(linesOf(result, 'src/spi.c')).toEqual({ 3: 1, 5: 1, 10: 9, 11: 9, 12: 9 });
    expect(result.capture.dirtyRemap).toBe(true);
    expect(result.warnings).toEqual([
      'src/spi.c: 1 executed line is not in HEAD and not recorded (4)',
    ]);
  });

  it('drops a line whose spacing makes other tokens of it, as an edit', async () => {
    const t = timeline().init();
    t.write('src/a.c', 'x = a - -b;\ny = a;\nz = "a  b";\n');
    t.commit('tokens');
    t.write('src/a.c', 'x = a --b;\n  y=a;\nz = "a b";\n');
    const result = await built(t, [source('src/a.c', { 1: 4, 2: 5, 3: 6 })]);
    expect(linesOf(result, 'src/a.c')).toEqual({ 2: 5, 3: 6 });
    expect(result.warnings).toEqual([
      'src/a.c: 1 executed line is not in HEAD and not recorded (1)',
    ]);
  });

  it('believes no filter that takes text away or hides an edit, or that fails', async () => {
    const t = SPI_REPO(timeline());
    t.write('.gitattributes', '*.c filter=tidy\n');
    t.git('config', 'filter.tidy.required', 'true');
    t.write('src/spi.c', `// DEBUG\n${SPI.replace('set_mode(0);', 'set_mode(1);')}`);
    const shifted = Object.entries(SPI_HITS).map(([line, count]) => [Number(line) + 1, count]);
    for (const clean of ['sed /DEBUG/d', 'git cat-file blob HEAD:%f', 'false']) {
      t.git('config', 'filter.tidy.clean', clean);
      const hits = Object.fromEntries(shifted) as Record<number, number>;
      const result = await built(t, [source('src/spi.c', hits)]);
      expect(linesOf(result, 'src/spi.c')).toEqual({ 3: 1, 5: 1, 10: 9, 11: 9, 12: 9 });
    }
  });

  it('is not led astray by the user’s git settings, attributes or a skip-worktree flag', async () => {
    const t = timeline().init();
    t.write('.gitattributes', '*.c -diff\n*.h diff=flat\n');
    t.write('a/uart.c', UART);
    t.write('b/spi.h', SPI);
    t.commit('two');
    t.git('config', 'diff.flat.textconv', 'true');
    for (const [key, value] of [
      ['diff.noprefix', 'true'],
      ['diff.mnemonicPrefix', 'true'],
      ['diff.external', '/bin/false'],
      ['diff.context', '7'],
      ['diff.interHunkContext', '50'],
      ['diff.relative', 'true'],
      ['diff.orderFile', '/nonexistent'],
      ['color.ui', 'always'],
      ['core.quotePath', 'true'],
      ['core.autocrlf', 'input'],
      ['core.safecrlf', 'true'],
      ['core.bigFileThreshold', '1'],
      ['status.showUntrackedFiles', 'no'],
    ] as const) {
      t.git('config', '--global', key, value);
    }
    t.sub('a/uart.c', 'u->dr = c;', 'u->dr = c & 0xff;');
    t.write('b/spi.h', `/* top */\n${t.read('b/spi.h')}`);
    t.git('update-index', '--skip-worktree', 'b/spi.h');
    const result = await built(t, [
      source('a/uart.c', UART_HITS),
      source('b/spi.h', { 4: 1, 11: 9 }),
    ]);
    const { 15: _edited, ...rest } = UART_HITS;
    expect(linesOf(result, 'a/uart.c')).toEqual(rest);
    expect(linesOf(result, 'b/spi.h')).toEqual({ 3: 1, 10: 9 });
  });

  it('follows names with blanks, quotes, globs, a leading dash, a line feed and tabs', async () => {
    const t = timeline().init();
    const names = [
      'my uart.c',
      'q"u\\ote.c',
      '*.c',
      '-rf.c',
      'a\nb.c',
      'tab\t.c',
      'é.c',
      ':(top)x.c',
    ];
    for (const name of names) t.write(`src/${name}`, UART);
    t.commit('names');
    for (const name of names) t.write(`src/${name}`, `/* ${name.length} */\n${UART}`);
    const git = gitOf(t);
    const result = await buildCapture({
      git,
      facts: FACTS,
      sources: names.map((name) => source(`src/${name}`, { 16: 7 })),
    });
    expect(result.skipped).toEqual([]);
    for (const name of names) expect(linesOf(result, `src/${name}`)).toEqual({ 15: 7 });
    expect(git.spawns).toBe(5);
    const text = captureJson(result.capture);
    expect(readCapture(Buffer.from(text), 'x').files.size).toBe(names.length);
  });

  it('drops nothing for a change of spacing or line ends alone', async () => {
    const t = SPI_REPO(timeline());
    t.write('src/spi.c', SPI.replaceAll('    ', '\t').replaceAll('\n', '\r\n'));
    const result = await built(t, [source('src/spi.c', SPI_HITS)]);
    expect(linesOf(result, 'src/spi.c')).toEqual(SPI_HITS);
    expect(result.warnings).toEqual([]);
    expect(result.capture.dirtyRemap).toBe(true);
  });

  it('is clean when only git’s own line-end filter makes the bytes differ', async () => {
    const t = timeline().init();
    t.write('.gitattributes', '*.c text eol=crlf\n');
    t.write('src/spi.c', SPI);
    t.commit('spi');
    t.git('rm', '-q', '--cached', '-r', '.');
    t.git('reset', '-q', '--hard');
    expect(t.read('src/spi.c')).toContain('\r\n');
    const result = await built(t, [source('src/spi.c', SPI_HITS)]);
    expect(linesOf(result, 'src/spi.c')).toEqual(SPI_HITS);
    expect(result.capture.dirtyRemap).toBe(false);
    expect(result.capture.files.get('src/spi.c')?.blob).toBe(t.git('rev-parse', 'HEAD:src/spi.c'));
  });

  it('takes a shift of thousands of lines in one file and a cut in another', async () => {
    const t = timeline().init();
    t.write('a.c', UART);
    t.write('b.c', filler(10) + SPI);
    t.commit('two');
    t.write('a.c', filler(5000) + UART);
    t.write('b.c', SPI);
    const result = await built(t, [source('a.c', { 5015: 7 }), source('b.c', { 3: 1, 12: 9 })]);
    expect(linesOf(result, 'a.c')).toEqual({ 15: 7 });
    expect(linesOf(result, 'b.c')).toEqual({ 13: 1, 22: 9 });
  });

  it('works from a linked worktree and from below a hook’s environment', async () => {
    const t = SPI_REPO(timeline());
    const linked = join(t.out, 'linked');
    t.git('worktree', 'add', '-q', '--detach', linked);
    t.write('src/spi.c', `/* top */\n${SPI}`, linked);
    const result = await buildCapture({
      git: gitOf(t, linked),
      facts: FACTS,
      sources: [source('src/spi.c', { 4: 1 })],
    });
    expect(linesOf(result, 'src/spi.c')).toEqual({ 3: 1 });
    expect(t.git('status', '--porcelain')).toBe('');
  });

  it('leaves the index of the repository alone', async () => {
    const t = SPI_REPO(timeline());
    t.write('src/spi.c', `/* top */\n${SPI}`);
    const before = readFileSync(join(t.repo, '.git', 'index'));
    await built(t, [source('src/spi.c', { 4: 1 })]);
    expect(readFileSync(join(t.repo, '.git', 'index')).equals(before)).toBe(true);
  });
});

describe('a source that cannot be evidence', () => {
  it('is skipped when it counts lines the file does not have', async () => {
    const t = SPI_REPO(timeline());
    const result = await built(t, [source('src/spi.c', { 3: 1, 14: 2 })]);
    expect(result.warnings).toEqual([
      'src/spi.c: not recorded: line 14 was counted, but the file has 13 lines: another version was built',
      "1 of the build's sources is not recorded",
    ]);
    expect(result.capture.files.size).toBe(0);
  });

  it('is skipped whole when counts of one unit are below zero, though the sum is not', async () => {
    const t = SPI_REPO(timeline());
    const result = await built(t, [
      source('src/spi.c', { 3: 1, 4: -5 }),
      source('src/spi.c', { 3: 1, 4: 9 }),
    ]);
    expect(result.capture.files.size).toBe(0);
    expect(result.warnings[0]).toBe(
      'src/spi.c: not recorded: its counters contradict each other, line 4 has the count -5: they were read while they changed, or are damaged',
    );
  });

  it('is skipped when a lone carriage return makes compiler and git number differently', async () => {
    const t = timeline().init();
    t.write('now.c', `/* a\rb */\n${SPI}`);
    t.write('then.c', `/* a\rb */\n${SPI}`);
    t.commit('two');
    t.write('then.c', SPI);
    const result = await built(t, [source('now.c', { 4: 1 }), source('then.c', { 3: 1 })]);
    expect(reasons(result)).toEqual([
      ['now.c', 'line-table'],
      ['then.c', 'line-table'],
    ]);
  });

  it('is skipped when HEAD has a link or a submodule there, or the working tree has nothing', async () => {
    const t = timeline().init();
    const lib = join(t.out, 'lib');
    t.write('uart.c', UART, lib);
    t.gitIn(lib, ['init', '-q', '-b', 'main']);
    t.gitIn(lib, ['add', '-A']);
    t.gitIn(lib, ['commit', '-q', '-m', 'lib']);
    t.write('src/spi.c', SPI);
    symlinkSync('spi.c', join(t.sut, 'src/link.c'));
    t.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', '../lib', 'drv');
    t.write('gone.c', SPI);
    t.commit('all');
    rmSync(join(t.sut, 'src/link.c'));
    t.write('src/link.c', SPI);
    rmSync(join(t.sut, 'gone.c'));
    const result = await built(t, [
      source('src/link.c', { 3: 1 }),
      source('drv/uart.c', { 10: 1 }),
      source('gone.c', { 3: 1 }),
    ]);
    expect(reasons(result)).toEqual([
      ['src/link.c', 'link'],
      ['drv/uart.c', 'submodule'],
      ['gone.c', 'not-in-work-tree'],
    ]);
  });

  it('is skipped after a rename that is not committed', async () => {
    const t = SPI_REPO(timeline());
    renameSync(join(t.sut, 'src/spi.c'), join(t.sut, 'src/bus.c'));
    const result = await built(t, [source('src/bus.c', SPI_HITS)]);
    expect(reasons(result)).toEqual([['src/bus.c', 'not-committed']]);
  });

  it.skipIf(process.platform !== 'linux')('is skipped when its name is not UTF-8', async () => {
    const t = SPI_REPO(timeline());
    const name = Buffer.concat([Buffer.from(`${t.sut}/z`), Buffer.from([0xe4]), Buffer.from('.c')]);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(name, SPI);
    t.commit('odd');
    const result = await built(t, [source('z\udce4.c', { 3: 1 }), source('src/spi.c', { 3: 1 })]);
    expect(reasons(result)).toEqual([['z\udce4.c', 'bad-name']]);
    expect(linesOf(result, 'src/spi.c')).toEqual({ 3: 1 });
  });

  it('stops everything in a repository without a commit', async () => {
    const t = timeline().init();
    t.write('src/spi.c', SPI);
    const error = await built(t, [source('src/spi.c', SPI_HITS)]).catch((e: BenchError) => e);
    expect((error as BenchError).code).toBe('NO_COMMIT_YET');
    expect((error as BenchError).message).toBe('the repository has no commit yet');
  });
});

describe('two sources that are one file', () => {
  it('add up, branches by position', async () => {
    const t = SPI_REPO(timeline());
    const result = await built(t, [
      source(
        'src/spi.c',
        { 3: 4, 4: 4, 5: 0 },
        {
          4: [
            [0, 0, null],
            [0, 1, 2],
          ],
        },
      ),
      source(
        join(t.sut, 'src/../src/spi.c'),
        { 4: 1, 5: 2 },
        {
          4: [
            [0, 0, null],
            [0, 1, 3],
          ],
        },
      ),
    ]);
    expect(linesOf(result, 'src/spi.c')).toEqual({ 3: 4, 4: 5, 5: 2 });
    expect(result.capture.files.get('src/spi.c')?.branches.get(4)).toEqual([
      [0, 0, null],
      [0, 1, 5],
    ]);
  });

  it('stay exact beyond 2^53', async () => {
    const t = SPI_REPO(timeline());
    const big = 2n ** 64n - 1n;
    const result = await built(t, [
      source('src/spi.c', { 3: big }),
      source('./src/spi.c', { 3: big }),
    ]);
    expect(linesOf(result, 'src/spi.c')).toEqual({ 3: 36893488147419103230n });
    expect(captureJson(result.capture)).toContain('"3": 36893488147419103230');
  });
});

describe('sources compiled elsewhere', () => {
  const PUMP = (t: Timeline): Timeline => {
    t.init();
    t.write('src/valve.c', SPI);
    t.write('src/main.c', UART);
    t.write('include/valve.h', filler(3));
    t.write('test/main.c', SPI);
    t.commit('pump');
    return t;
  };

  it('are found by the one prefix under which they have the names of the tree', async () => {
    const t = PUMP(timeline());
    const at = '/home/bench/pump-board';
    const result = await built(t, [
      source('src/valve.c', { 3: 1 }, {}, at),
      source(`${at}/src/main.c`, { 10: 1 }, {}, `${at}/build`),
      source('../include/valve.h', { 1: 4 }, {}, `${at}/build`),
      source(`${at}/build/version.c`, { 1: 1 }),
      source('/opt/toolchain-that-is-not-here/include/newlib.h', { 1: 1 }),
    ]);
    expect(result.discovered).toEqual({ from: at, to: '.' });
    expect([...result.capture.files.keys()]).toEqual([
      'src/valve.c',
      'src/main.c',
      'include/valve.h',
    ]);
    expect(reasons(result)).toEqual([
      ['/opt/toolchain-that-is-not-here/include/newlib.h', 'unmapped'],
      ['build/version.c', 'not-committed'],
    ]);
  });

  it('are found below a folder of the tree, and from Windows paths', async () => {
    const t = timeline().init();
    t.write('fw/src/valve.c', SPI);
    t.write('fw/src/pump.c', SPI);
    t.commit('fw');
    const result = await built(t, [
      source('C:\\bench\\src\\valve.c', { 3: 1 }),
      source('..\\src\\pump.c', { 4: 1 }, {}, 'C:\\bench\\build'),
    ]);
    expect(result.discovered).toEqual({ from: 'C:/bench', to: 'fw' });
    expect([...result.capture.files.keys()]).toEqual(['fw/src/valve.c', 'fw/src/pump.c']);
  });

  it('are skipped when two places fit equally well', async () => {
    const t = timeline().init();
    t.write('a/src/main.c', SPI);
    t.write('b/src/main.c', SPI);
    t.commit('twins');
    const result = await built(t, [source('/gone/fw/src/main.c', { 3: 1 })]);
    expect(reasons(result)).toEqual([['/gone/fw/src/main.c', 'ambiguous']]);
    expect(result.skipped[0]?.text).toBe(
      'it fits several places: choose --path-map /gone/fw=a or --path-map /gone/fw=b',
    );
  });

  it('are never matched by a bare file name somewhere in the tree', async () => {
    const t = timeline().init();
    t.write('drivers/main.c', SPI);
    t.commit('one');
    const result = await built(t, [source('/gone/vendor/main.c', { 3: 1 })]);
    expect(reasons(result)).toEqual([['/gone/vendor/main.c', 'unmapped']]);
    expect(result.discovered).toBeNull();
  });

  it('go where an explicit map says, the longest prefix first', async () => {
    const t = PUMP(timeline());
    const result = await built(
      t,
      [source('/b/main.c', { 3: 1 }), source('/b/sub/valve.c', { 4: 1 })],
      [
        { from: '/b', to: 'test' },
        { from: '/b/sub', to: 'src' },
      ],
    );
    expect([...result.capture.files.keys()]).toEqual(['test/main.c', 'src/valve.c']);
  });
});
