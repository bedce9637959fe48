import { describe, expect, it } from 'vitest';
import type { FileCounts, UnitCounts } from '../../src/gcov/file-counts.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { nameSources } from '../../src/gcov/name-sources.js';

type Functions = Readonly<Record<string, number>>;

/** A unit of a compiler that does not note its folder, with the first lines of its functions. */
function unit(
  notesPath: string,
  sources: Readonly<Record<string, Functions>>,
  compileDirectory: string | null = null,
): UnitCounts {
  const files = Object.entries(sources).map(([path, functions]): [string, FileCounts] => [
    path,
    {
      path,
      lines: new Map(Object.values(functions).map((line) => [line, 1])),
      branches: new Map(),
      functions: new Map(
        Object.entries(functions).map(([name, line]) => [name, { line, count: 1 }]),
      ),
      conditions: new Map(),
    },
  ]);
  return { name: 'x.gcda', notesPath, compileDirectory, files: new Map(files) };
}

function names(...units: readonly UnitCounts[]): unknown {
  return [...mergeUnits(units).keys()];
}

describe('one relative name without the folder of the compiler', () => {
  it('means two files where make went into two folders', () => {
    const units = [
      unit('/fw/a/util.gcno', { 'util.c': { a: 3 }, 'config.h': { size: 1 } }),
      unit('/fw/b/util.gcno', { 'util.c': { b: 3 }, 'config.h': { depth: 2 } }),
    ];
    expect(names(...units)).toEqual([
      '/fw/a/util.c',
      '/fw/a/config.h',
      '/fw/b/util.c',
      '/fw/b/config.h',
    ]);
    const { shared, sharedBy } = nameSources(units);
    expect(shared).toEqual([
      { path: 'util.c', folders: ['/fw/a', '/fw/b'] },
      { path: 'config.h', folders: ['/fw/a', '/fw/b'] },
    ]);
    expect(sharedBy(units[0]!, 'util.c')).toBe(shared[0]);
    expect(sharedBy(units[0]!, 'other.c')).toBe(null);
  });

  it.each([
    ['in one folder of objects', 'obj/pump.gcno', 'obj/valve.gcno', 'src/'],
    ['in folders like those of the sources', 'out/src/a/pump.gcno', 'out/src/b/valve.gcno', 'src/'],
    [
      'in folders that end like those of the sources',
      'obj/a/pump.gcno',
      'obj/b/valve.gcno',
      'src/',
    ],
    [
      'in folders deeper than those of the sources',
      'o/a/_objs/x/pump.gcno',
      'o/b/_objs/y/valve.gcno',
      '',
    ],
    ['of a build that goes up to its sources', 'b/x.p/pump.gcno', 'b/y.p/valve.gcno', '../src/'],
  ])('means one file where all was compiled from one folder: notes %s', (_, one, two, src) => {
    const header = `${src}common.h`;
    const units = [
      unit(one, { [`${src}a/pump.c`]: { pump: 3 }, [header]: { min: 1 } }),
      unit(two, { [`${src}b/valve.c`]: { valve: 3 }, [header]: { max: 5 } }),
    ];
    expect(names(...units)).toEqual([`${src}a/pump.c`, header, `${src}b/valve.c`]);
    expect(nameSources(units).shared).toEqual([]);
  });

  it('means one file where the functions in it agree, as in two variants of one build', () => {
    const debug = unit('debug/util.gcno', { 'util.c': { init: 3, step: 9 } });
    expect(names(debug, unit('release/util.gcno', { 'util.c': { init: 3, step: 9 } }))).toEqual([
      'util.c',
    ]);
    expect(names(debug, unit('release/util.gcno', { 'util.c': { init: 3, step: 11 } }))).toEqual([
      'debug/util.c',
      'release/util.c',
    ]);
  });

  it('is not known to clang, which writes a dot, and is to GCC 9 and later', () => {
    const here = unit('/fw/a/util.gcno', { 'util.c': { a: 3 } }, '.');
    expect(names(here, unit('/fw/b/util.gcno', { 'util.c': { b: 3 } }, '.'))).toEqual([
      '/fw/a/util.c',
      '/fw/b/util.c',
    ]);
    const units = [
      unit('/n/1/util.gcno', { 'util.c': { a: 3 } }, '/fw/a'),
      unit('/n/2/util.gcno', { 'util.c': { a: 3 } }, '/fw/a'),
      unit('/n/3/util.gcno', { 'util.c': { a: 3 } }, '/fw/c'),
    ];
    expect(names(...units)).toEqual(['/fw/a/util.c', '/fw/c/util.c']);
    expect(nameSources(units).shared).toEqual([]);
  });
});
