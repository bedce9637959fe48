import { cpSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileCounts, UnitCounts } from '../../src/gcov/file-counts.js';
import { tracefileCounts, type TracefileCounts } from '../../src/session/tracefile-counts.js';
import { casesIn, decodeCase, FIXTURES, type GcovCase } from '../gcov/gcov-cases.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-lcov-');

function caseOf(name: string): GcovCase {
  return casesIn(FIXTURES).find((one) => one.name === name)!;
}

function fileWith(path: string, ...lines: number[]): FileCounts {
  return {
    path,
    lines: new Map(lines.map((line) => [line, 1])),
    branches: new Map(),
    functions: new Map(),
    conditions: new Map(),
  };
}

function unit(compileDirectory: string, ...files: readonly FileCounts[]): UnitCounts {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return { name: `${compileDirectory}/spi.gcda`, compileDirectory, files: byPath };
}

function notesIn(folder: string, one: UnitCounts, name = 'spi'): UnitCounts {
  return { ...one, notesPath: join(folder, `${name}.gcno`) };
}

async function linesOf(units: readonly UnitCounts[]) {
  const { files, warnings } = await tracefileCounts({ units, counts: [] }, '/');
  return { lines: files.map(({ path, lines }) => [path, [...lines.keys()]]), warnings };
}

describe('exclusion markers of sources', () => {
  it('are honoured in every source of every unit', async () => {
    const tree = folder();
    mkdirSync(join(tree, 'build'));
    writeFileSync(join(tree, 'a.c'), 'a\nb // LCOV_EXCL_LINE\nc\n');
    writeFileSync(join(tree, 'both.h'), 'LCOV_EXCL_START\nb\n/* LCOV_EXCL_STOP */\n');
    const units = [
      unit(join(tree, 'build'), fileWith('../a.c', 1, 2, 3), fileWith('../both.h', 2, 3)),
      unit(tree, fileWith('both.h', 2, 3)),
    ];
    expect(await linesOf(units)).toEqual({
      lines: [
        [join(tree, 'a.c'), [1, 3]],
        [join(tree, 'both.h'), [3]],
      ],
      warnings: [],
    });
  });

  it('cannot be looked for in what is not here, which is told once', async () => {
    const tree = folder();
    mkdirSync(join(tree, 'folder.c'));
    symlinkSync('/dev/zero', join(tree, 'endless.c'));
    symlinkSync('there-is-nothing', join(tree, 'gone.c'));
    writeFileSync(join(tree, 'here.c'), 'LCOV_EXCL_LINE\n');
    const names = ['folder.c', 'endless.c', 'gone.c', 'none.c', '\u001b[2Jodd.c', 'here.c'];
    const { lines, warnings } = await linesOf([
      unit(tree, ...names.map((name) => fileWith(name, 1))),
    ]);
    expect(lines.map(([, kept]) => kept)).toEqual([[1], [1], [1], [1], [1], []]);
    expect(warnings).toEqual([
      `exclusion markers were not looked for in 5 of 6 sources, which cannot be read here: ${tree}/folder.c, ${tree}/endless.c, ${tree}/gone.c, ${tree}/none.c and 1 more`,
    ]);
  });

  it('are not looked for in files far too large to be sources', async () => {
    const tree = folder();
    writeFileSync(join(tree, 'huge.c'), 'LCOV_EXCL_LINE\n');
    truncateSync(join(tree, 'huge.c'), 5 * 1024 ** 3);
    const { lines, warnings } = await linesOf([unit(tree, fileWith('huge.c', 1))]);
    expect(lines).toEqual([[join(tree, 'huge.c'), [1]]]);
    expect(warnings).toHaveLength(1);
  });

  it('that were not meant so are told', async () => {
    const tree = folder();
    writeFileSync(join(tree, 'a.c'), 'LCOV_UNREACHABLE_START\nb\nc\nLCOV_UNREACHABLE_STOP\n');
    writeFileSync(join(tree, 'b.c'), 'a\nLCOV_EXCL_BR_START\n');
    expect(await linesOf([unit(tree, fileWith('a.c', 1, 2), fileWith('b.c', 1))])).toEqual({
      lines: [
        [join(tree, 'a.c'), [1, 2]],
        [join(tree, 'b.c'), [1]],
      ],
      warnings: [
        `${tree}/a.c: lines 1-2 ran although marked as unreachable, and stay`,
        `${tree}/b.c:2: LCOV_EXCL_BR_START is never closed, so it holds to the end of the file`,
      ],
    });
  });

  it('are found in a build tree that was moved, around its notes', async () => {
    const tree = folder();
    mkdirSync(join(tree, 'build/obj'), { recursive: true });
    mkdirSync(join(tree, 'src'));
    writeFileSync(join(tree, 'src/spi.c'), 'a\nb // LCOV_EXCL_LINE\n');
    const there = '/nowhere/fw/build';
    const spi = fileWith('../src/spi.c', 1, 2);
    const toolchain = fileWith('/opt/gcc/include/x.h', 1);
    expect(await linesOf([notesIn(join(tree, 'build/obj'), unit(there, spi, toolchain))])).toEqual({
      lines: [
        ['/nowhere/fw/src/spi.c', [1]],
        ['/opt/gcc/include/x.h', [1]],
      ],
      warnings: [
        'exclusion markers were not looked for in 1 of 2 sources, which cannot be read here: /opt/gcc/include/x.h',
        `what was built in ${there} is not there: the exclusion markers in ${tree}/build are taken for its own`,
      ],
    });
  });

  it('are not taken from another file of the same name that is too short', async () => {
    const tree = folder();
    writeFileSync(join(tree, 'main.c'), 'LCOV_EXCL_LINE\n');
    const { lines } = await linesOf([notesIn(tree, unit('/nowhere', fileWith('main.c', 1, 2)))]);
    expect(lines).toEqual([['/nowhere/main.c', [1, 2]]]);
  });
});

describe('branches that exceptions take', () => {
  const THROWS = caseOf('gcc12-throws-O0');

  async function branchesAt47(gcovCase: GcovCase, source: string): Promise<TracefileCounts> {
    const tree = folder();
    cpSync(gcovCase.folder, tree, { recursive: true });
    mkdirSync(join(tree, 'src'));
    writeFileSync(join(tree, 'src/throws.cpp'), source);
    const units = decodeCase(gcovCase).units.map((one) => notesIn(tree, one, 'throws'));
    return tracefileCounts({ units, counts: [] }, tree);
  }
  const marked = (marker: string): string =>
    Array.from({ length: 100 }, (_, at) => (at === 46 ? `x; // ${marker}\n` : '\n')).join('');
  const numbersOf = ({ files }: TracefileCounts): readonly number[] | undefined =>
    files[0]?.branches.get(47)?.map(({ branch }) => branch);

  it('are left out by the markers that speak of them, and others keep their numbers', async () => {
    expect(numbersOf(await branchesAt47(THROWS, marked('')))).toEqual([0, 1, 2, 3]);
    const result = await branchesAt47(THROWS, marked('LCOV_EXCL_EXCEPTION_BR_LINE'));
    expect(numbersOf(result)).toEqual([0, 2]);
    expect(result.files[0]?.branches.get(33)).toHaveLength(2);
    expect(result.files[0]?.lines.has(47)).toBe(true);
    expect(numbersOf(await branchesAt47(THROWS, marked('LCOV_EXCL_BR_LINE')))).toBeUndefined();
  });

  it('cannot be told in notes of clang, which is said', async () => {
    const source = marked('LCOV_EXCL_EXCEPTION_BR_LINE');
    const result = await branchesAt47(caseOf('clang11-throws'), source);
    const path = result.files[0]?.path ?? '';
    expect(result.warnings).toEqual([
      `${path}: LCOV_EXCL_EXCEPTION_BR markers have no effect, because its notes do not tell which branches are ways of exceptions`,
    ]);
  });
});

describe('counts of a tracefile', () => {
  it('keep their names and lines, and add to those decoded', async () => {
    const tree = folder();
    writeFileSync(join(tree, 'a.c'), 'LCOV_EXCL_LINE\n\n');
    const { files, warnings } = await tracefileCounts(
      {
        units: [unit(tree, fileWith('a.c', 1, 2))],
        counts: [fileWith(join(tree, 'a.c'), 1, 2), fileWith('src/b.c', 5)],
      },
      '/',
    );
    expect(files.map(({ path, lines }) => [path, [...lines]])).toEqual([
      [
        join(tree, 'a.c'),
        [
          [1, 1],
          [2, 2],
        ],
      ],
      ['src/b.c', [[5, 1]]],
    ]);
    expect(warnings).toEqual([]);
  });
});
