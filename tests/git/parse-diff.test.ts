import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { BenchError } from '../../src/base/bench-error.js';
import { DIFF_OPTIONS } from '../../src/git/diff-options.js';
import { parseDiff, type FileDiff } from '../../src/git/parse-diff.js';
import { parseHunks } from '../../src/git/parse-hunks.js';
import { openGit } from '../../src/git/git.js';
import { tempFolders } from '../support/temp-folder.js';
import { filler, SPI, Timeline, UART } from '../support/timeline.js';

const folder = tempFolders('diff-');

const A = '1'.repeat(40);
const B = '2'.repeat(40);

function raw(...records: string[]): string {
  return records.map((record) => `${record}\0`).join('');
}

function parse(text: string): FileDiff[] {
  return parseDiff(Buffer.from(text, 'latin1'));
}

function refusal(text: string): string {
  try {
    parse(text);
  } catch (error) {
    return `${(error as BenchError).code}: ${(error as BenchError).why}`;
  }
  return 'not refused';
}

describe('a diff', () => {
  it('is empty for no output', () => {
    expect(parse('')).toEqual([]);
  });

  it('does not take text inside a source for a header', () => {
    const body = '-@@ -1 +1 @@\n+diff --git a/y b/y\r\n+@@ -9,9 +9,9 @@\x0c\x85\n';
    const text =
      raw(`:100644 100644 ${A} ${B} M`, 'x', `:100644 100644 ${A} ${B} M`, 'y') +
      `\0diff --git a/x b/x\nindex ${A}..${B} 100644\n--- a/x\n+++ b/x\n@@ -3 +3,2 @@ f\n${body}` +
      '\\ No newline at end of file\n' +
      `diff --git a/y b/y\nindex ${A}..${B} 100644\n--- a/y\n+++ b/y\n@@ -7,0 +8 @@\n+z\n`;
    expect(parse(text).map(({ newPath, hunks }) => [newPath, hunks])).toEqual([
      ['x', [{ oldStart: 3, oldCount: 1, newStart: 3, newCount: 2 }]],
      ['y', [{ oldStart: 7, oldCount: 0, newStart: 8, newCount: 1 }]],
    ]);
  });

  it('knows a name without a section as one with no lines that differ', () => {
    const text =
      raw(`:100644 100644 ${A} ${B} M`, 'blank only', `:100644 100755 ${A} ${A} M`, 'mode') +
      '\0diff --git a/mode b/mode\nold mode 100644\nnew mode 100755\n';
    expect(parse(text).map(({ newPath, newMode, hunks }) => [newPath, newMode, hunks])).toEqual([
      ['blank only', '100644', []],
      ['mode', '100755', []],
    ]);
  });

  it('says when git compared bytes', () => {
    const text =
      raw(`:100644 100644 ${A} ${B} M`, 'x') +
      `\0diff --git a/x b/x\nindex ${A}..${B} 100644\nBinary files a/x and b/x differ\n`;
    expect(parse(text)[0]?.isBinary).toBe(true);
  });

  it('is refused when it does not add up', () => {
    const head = raw(`:100644 100644 ${A} ${B} M`, 'x');
    const section = `\0diff --git a/x b/x\nindex ${A}..${B} 100644\n--- a/x\n+++ b/x\n`;
    const at = head.length + section.length;
    const unreadable = (what: string, byte: number): string =>
      `GIT_FAILED: ${what} at byte ${byte}`;
    expect(refusal(`${head.slice(0, -1)}`)).toBe(
      unreadable('a list of names that is cut off', head.length - 2),
    );
    expect(refusal(`${head}${section}@@ -1 +1 @@\n-a\n`)).toBe(
      unreadable('a hunk that is cut off', at + 15),
    );
    expect(refusal(`${head}${section}@@ -1 +1 @@\n-a\n-b\n`)).toBe(
      unreadable('a hunk with other lines than announced', at + 15),
    );
    expect(refusal(`${head}${section}@@ -x +1 @@\n`)).toBe(unreadable('a hunk header', at));
    expect(refusal(`${head}\0diff --git a/y b/y\n`)).toBe(
      unreadable('a patch section that belongs to no listed name', head.length + 1),
    );
    expect(refusal(`${head}\0rubbish\n`)).toBe(unreadable('a patch', head.length + 1));
  });

  it('tells renames apart whose header lines read the same', () => {
    const text =
      raw(
        `:100644 100644 ${A} ${B} R090`,
        'x',
        'y b/z',
        `:100644 100644 ${B} ${A} R080`,
        'x b/y',
        'z',
      ) +
      `\0diff --git a/x b/y b/z\nsimilarity index 80%\nrename from x b/y\nrename to z\n` +
      `index ${B}..${A} 100644\n--- a/x b/y\t\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(parse(text).map(({ newPath, hunks }) => [newPath, hunks.length])).toEqual([
      ['y b/z', 0],
      ['z', 1],
    ]);
  });

  it('reads what git itself prints for every kind of name and change', async () => {
    const t = new Timeline(folder()).init();
    const names = ['a b.c', 'q"\\.c', 'n\nl.c', 'tab\t.c', 'é ü.c', 'bell\u0007.c', 'del\u007f.c'];
    for (const name of names) t.write(name, UART);
    t.write('old name.c', SPI + filler(20));
    t.write('gone.c', filler(3, 'g'));
    const base = t.commit('base');
    for (const name of names) t.write(name, `/* top */\n${UART}`);
    t.git('mv', 'old name.c', 'new\nname.c');
    t.write('new\nname.c', `${SPI}/* x */\n${filler(20)}`);
    t.git('rm', '-q', 'gone.c');
    t.write('fresh.c', 'int a;\n');
    t.commit('now');
    const git = openGit(t.repo, { ambient: { PATH: process.env['PATH'], HOME: t.home } });
    const { stdout } = await git.run(['diff', ...DIFF_OPTIONS, '-M', base, 'HEAD']);
    const files = new Map(parseDiff(stdout).map((file) => [file.newPath, file]));
    for (const name of names) {
      expect(files.get(name)?.hunks).toEqual([
        { oldStart: 0, oldCount: 0, newStart: 1, newCount: 1 },
      ]);
    }
    expect(files.get('new\nname.c')).toMatchObject({ status: 'R', oldPath: 'old name.c' });
    expect(files.get('new\nname.c')?.hunks).toEqual([
      { oldStart: 13, oldCount: 0, newStart: 14, newCount: 1 },
    ]);
    expect(files.get('gone.c')).toMatchObject({ status: 'D', newMode: '000000' });
    expect(files.get('fresh.c')).toMatchObject({ status: 'A', oldMode: '000000' });
  });
});

describe('hunks', () => {
  it('are stepped over by count whatever bytes their lines hold', () => {
    const line = fc
      .uint8Array({ maxLength: 12 })
      .map((bytes) =>
        Buffer.from(bytes.map((byte) => (byte === 10 ? 0x40 : byte))).toString('latin1'),
      );
    const side = fc.array(line, { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 5 }), (pairs) => {
        const wanted = pairs.map(([gone, come], index) => ({
          oldStart: index * 10,
          oldCount: gone.length,
          newStart: index * 10 + 3,
          newCount: come.length,
        }));
        const text = pairs.map(([gone, come], index) => {
          const h = wanted[index];
          const head = `@@ -${h?.oldStart},${gone.length} +${h?.newStart},${come.length} @@ f()\n`;
          return head + gone.map((l) => `-${l}\n`).join('') + come.map((l) => `+${l}\n`).join('');
        });
        const output = Buffer.from(text.join(''), 'latin1');
        const read = parseHunks(Buffer.concat([output, Buffer.from('diff --git a b\n')]), 0);
        expect(read).toEqual({ hunks: wanted, end: output.length });
      }),
    );
  });
});
