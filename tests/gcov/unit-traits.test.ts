import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { readNotes } from '../../src/gcov/read-notes.js';
import { unitTraits, type UnitTraits } from '../../src/gcov/unit-traits.js';
import { CORPUS, casesIn } from './gcov-cases.js';

const PROGRAM = join(packageRoot(), 'fixtures', 'inlined', 'out');

function traitsOf(level: string, unit = 'sensor'): UnitTraits | null {
  const file = join(PROGRAM, level, `${unit}.gcno`);
  return unitTraits(readNotes(readFileSync(file), file));
}

function inlinedIn(level: string): readonly string[] {
  const functions = traitsOf(level)?.functions ?? [];
  return functions.filter(({ isInlined }) => isInlined).map(({ name }) => name);
}

describe('the traits of a unit', () => {
  it('show that nothing was optimised, and then nothing else', () => {
    expect(traitsOf('O0')).toEqual({ optimisation: 'none', functions: [], strays: new Map() });
  });

  it('show that it was optimised, at -Og as at -O2', () => {
    expect(traitsOf('Og')?.optimisation).toBe('some');
    expect(traitsOf('O2')?.optimisation).toBe('some');
  });

  it('name the functions others have pieces of, but for one that left none', () => {
    expect(inlinedIn('O2')).toEqual(['checked', 'to_millivolts']);
    expect(inlinedIn('Og')).toEqual([]);
    expect(inlinedIn('no-early-inlining')).toEqual([]);
  });

  it('name the lines of functions that were inlined and removed', () => {
    const path = '/home/bench/sensor/src/scale.h';
    expect(traitsOf('O2')?.strays).toEqual(new Map([[path, [2, 4]]]));
    expect(traitsOf('no-early-inlining')?.strays).toEqual(new Map());
  });

  it('tell how large a function is and where it ends', () => {
    expect(traitsOf('O2')?.functions.find(({ name }) => name === 'sensor_version')).toEqual({
      name: 'sensor_version',
      path: '/home/bench/sensor/src/sensor.c',
      startLine: 7,
      endLine: 10,
      blockCount: 3,
      isInlined: false,
    });
  });
});

describe.skipIf(!existsSync(CORPUS))('over the corpus the traits of units', () => {
  const units = casesIn(CORPUS).flatMap(({ name, folder, dataFiles }) => {
    const text = readFileSync(join(folder, 'case.json'), 'utf8');
    const isOptimised = /-O[1-9sgz]/.test(text);
    return dataFiles.map(({ gcno }) => {
      const traits = unitTraits(readNotes(readFileSync(join(folder, gcno)), gcno));
      return { name: `${name}/${gcno}`, isOptimised, traits };
    });
  });
  const named = (found: typeof units): readonly string[] => found.map(({ name }) => name);

  it('never take an optimised unit for one that was not, nor the other way round', () => {
    const wrong = units.filter(
      ({ isOptimised, traits }) => traits?.optimisation === (isOptimised ? 'none' : 'some'),
    );
    expect(named(wrong)).toEqual([]);
    const isKnown = units.filter(
      ({ isOptimised, traits }) => !isOptimised && traits?.optimisation === 'none',
    );
    expect(isKnown.length).toBeGreaterThan(80);
  });

  it('find nothing inlined where nothing was optimised', () => {
    const found = units.filter(
      ({ isOptimised, traits }) =>
        !isOptimised && (traits?.functions.some(({ isInlined }) => isInlined) ?? false),
    );
    expect(named(found)).toEqual([]);
  });

  it('are not asked of clang, which counts before it inlines', () => {
    const clang = units.filter(({ name }) => name.startsWith('clang'));
    expect(clang.length).toBeGreaterThan(20);
    expect(clang.every(({ traits }) => traits === null)).toBe(true);
  });
});
