import { describe, expect, it } from 'vitest';
import type { UnitTraits } from '../../src/gcov/unit-traits.js';
import type { CompiledUnit } from '../../src/image/compiled-unit.js';
import { howCompiled } from '../../src/session/how-compiled.js';

function traits(optimisation: UnitTraits['optimisation']): UnitTraits {
  return { optimisation, functions: [], strays: new Map() };
}

function unit(options: string | null): CompiledUnit {
  return {
    name: 'valve.c',
    directory: '/home/bench',
    options: options === null ? null : options.split(' '),
    tellsInlining: true,
    functions: [],
  };
}

describe('how a unit was compiled', () => {
  it.each([
    ['-g', '-O0', 'none'],
    ['-g -O0', '-O0', 'none'],
    ['-O2 -g -O0', '-O0', 'none'],
    ['-O -g', '-O', 'declared'],
    ['-O1', '-O1', 'declared'],
    ['-Og', '-Og', 'declared'],
    ['-Og -finline-small-functions', '-Og', 'any'],
    ['-O2', '-O2', 'any'],
    ['-Os -ffunction-sections', '-Os', 'any'],
    ['-Ofast', '-Ofast', 'any'],
    ['-O2 -fno-inline-small-functions', '-O2', 'declared'],
    ['-O2 -fno-early-inlining', '-O2', 'none'],
    ['-O2 -fno-early-inlining -fearly-inlining', '-O2', 'any'],
    ['-O3 -fno-inline', '-O3', 'none'],
  ])('follows from the options %s', (options, level, early) => {
    expect(howCompiled(traits('unknown'), [unit(options)])).toEqual({
      isOptimised: level !== '-O0',
      level,
      knownFrom: 'debug information',
      early,
    });
  });

  it.each([
    ['none', false, 'none', 'notes'],
    ['some', true, 'any', 'notes'],
    ['unknown', null, 'any', null],
  ] as const)('follows from notes that show: %s', (shape, isOptimised, early, knownFrom) => {
    const expected = { isOptimised, level: null, knownFrom, early };
    expect(howCompiled(traits(shape), [])).toEqual(expected);
    expect(howCompiled(traits(shape), [unit(null)])).toEqual(expected);
  });

  it('is that of the worst where a source was compiled several times', () => {
    const way = howCompiled(traits('unknown'), [unit('-O0'), unit('-O2'), unit('-Og')]);
    expect(way).toMatchObject({ level: '-O2', early: 'any' });
  });

  it('is not what the options say where the notes show that some function was optimised', () => {
    expect(howCompiled(traits('some'), [unit('-g')])).toMatchObject({
      isOptimised: true,
      early: 'any',
    });
  });
});
