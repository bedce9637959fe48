import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UnitCounts } from '../../src/gcov/file-counts.js';
import { foldersUpFrom, SourceNames } from '../../src/session/source-names.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-names-');

function unit(name: string, compileDirectory: string | null, ...paths: string[]): UnitCounts {
  const nothing = { lines: new Map(), branches: new Map(), functions: new Map() };
  const files = paths.map((path) => [path, { path, ...nothing, conditions: new Map() }] as const);
  return { name, compileDirectory, files: new Map(files) };
}

function nameIn(compileDirectory: string | null, path: string): string {
  return new SourceNames('/bench').nameOf(unit('obj/spi.gcda', compileDirectory, path), path);
}

describe('the names of sources', () => {
  it.each([
    ['/fw/build', '../src/spi.c', '/fw/src/spi.c'],
    ['/fw//build/.', './src//spi.c', '/fw/build/src/spi.c'],
    ['/fw', '/fw/src/../inc/./größe-测试.h', '/fw/inc/größe-测试.h'],
    ['/fw', '/../../etc/x.h', '/etc/x.h'],
    ['/fw', '../../../x.h', '/x.h'],
    ['/fw', 'back\\slash.c', '/fw/back\\slash.c'],
    ['C:\\fw\\build', '..\\src\\spi.c', 'C:/fw/src/spi.c'],
    ['C:\\fw', 'D:\\inc\\..\\x.h', 'D:/x.h'],
    ['build', 'spi.c', '/bench/obj/build/spi.c'],
    [null, 'src/spi.c', '/bench/obj/src/spi.c'],
    [null, '/fw/./spi.c', '/fw/spi.c'],
  ])('compiled in %j, %j is %j', (compileDirectory, path, name) => {
    expect(nameIn(compileDirectory, path)).toBe(name);
  });

  it('start above the object where the notes do not tell and the sources are there', () => {
    const tree = folder();
    mkdirSync(join(tree, 'out/obj'), { recursive: true });
    mkdirSync(join(tree, 'src'));
    writeFileSync(join(tree, 'src/spi.c'), '');
    writeFileSync(join(tree, 'src/spi.h'), '');
    const spi = unit(join(tree, 'out/obj/spi.gcda'), null, 'src/spi.c', 'src/spi.h', 'gen.c');
    const names = new SourceNames('/');
    expect(names.nameOf(spi, 'src/spi.c')).toBe(join(tree, 'src/spi.c'));
    expect(names.nameOf(spi, 'gen.c')).toBe(join(tree, 'gen.c'));
    const relative = unit('obj/spi.gcda', null, 'src/spi.c');
    expect(new SourceNames(join(tree, 'out')).nameOf(relative, 'src/spi.c')).toBe(
      join(tree, 'src/spi.c'),
    );
  });

  it('start at the notes where the name of the object says nothing', () => {
    const tree = folder();
    const spi = { ...unit('spi.gcda', null, 'spi.c'), notesPath: join(tree, 'obj/spi.gcno') };
    expect(new SourceNames('/bench').nameOf(spi, 'spi.c')).toBe(join(tree, 'obj/spi.c'));
    writeFileSync(join(tree, 'spi.c'), '');
    expect(new SourceNames('/bench').nameOf(spi, 'spi.c')).toBe(join(tree, 'spi.c'));
    const onBoard = { ...spi, name: '/sd/spi.gcda' };
    expect(new SourceNames('/bench').nameOf(onBoard, 'spi.c')).toBe(join(tree, 'spi.c'));
  });

  it('start at the folder of an object of a board that was built with Windows', () => {
    const spi = unit('C:\\fw\\obj\\spi.gcda', null, 'src/spi.c');
    expect(new SourceNames('/bench').nameOf(spi, 'src/spi.c')).toBe('C:/fw/obj/src/spi.c');
  });

  it('only regular files are here, and no name is too odd to ask for', () => {
    const names = new SourceNames('/');
    expect(['/dev/null', folder(), '\0', 'x'.repeat(10_000)].map((it) => names.isHere(it))).toEqual(
      [false, false, false, false],
    );
  });
});

describe('foldersUpFrom', () => {
  it('ends at the root, however the folder is named', () => {
    expect(foldersUpFrom('/a/b')).toEqual(['/a/b', '/a', '/']);
    expect(foldersUpFrom('C:/a')).toEqual(['C:/a', 'C:']);
    expect(foldersUpFrom('/a'.repeat(1000))).toHaveLength(64);
  });
});
