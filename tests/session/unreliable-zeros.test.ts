import { describe, expect, it } from 'vitest';
import type { FileCounts, UnitCounts } from '../../src/gcov/file-counts.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import type { FunctionTraits, UnitTraits } from '../../src/gcov/unit-traits.js';
import type { CompiledFunction, CompiledUnit } from '../../src/image/compiled-unit.js';
import { unreliableZeros } from '../../src/session/unreliable-zeros.js';

interface Given {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly blocks?: number;
  readonly isInlined?: boolean;
}

const SOURCE = 'src/valve.c';

/** A unit whose functions have a count on each of their lines. */
function unit(
  functions: readonly Given[],
  traits: Partial<UnitTraits> = {},
  path = SOURCE,
): UnitCounts {
  const lines = functions.flatMap(({ start, end, count }) =>
    Array.from({ length: end - start + 1 }, (_, at) => [start + at, count] as const),
  );
  const file: FileCounts = {
    path,
    lines: new Map(lines.toSorted(([a], [b]) => a - b)),
    branches: new Map(),
    functions: new Map(functions.map(({ name, start, count }) => [name, { line: start, count }])),
    conditions: new Map(),
  };
  return {
    name: 'valve.gcda',
    compileDirectory: '/home/bench',
    files: new Map([[path, file]]),
    traits: {
      optimisation: 'some',
      functions: functions.map(
        ({ name, start, end, blocks = 9, isInlined = false }): FunctionTraits => ({
          name,
          path,
          startLine: start,
          endLine: end,
          blockCount: blocks,
          isInlined,
        }),
      ),
      strays: new Map(),
      ...traits,
    },
  };
}

function compiled(
  options: string,
  functions: readonly (Partial<CompiledFunction> & { readonly name: string })[],
  changes: Partial<CompiledUnit> = {},
): CompiledUnit {
  return {
    name: SOURCE,
    directory: '/home/bench',
    options: options.split(' '),
    tellsInlining: true,
    functions: functions.map((one) => ({
      linkageName: null,
      line: null,
      isInlined: true,
      isDeclaredInline: false,
      hasInlinedCode: true,
      ...one,
    })),
    ...changes,
  };
}

/** Lines and functions of the one source with doubts; null when there are none. */
function doubtsOf(
  units: readonly UnitCounts[],
  debugInformation: readonly CompiledUnit[] | null = null,
  path = SOURCE,
): readonly [lines: string, functions: string] | null {
  const { files } = unreliableZeros(units, mergeUnits(units), debugInformation);
  const file = files.get(path);
  return file === undefined ? null : [file.lines.join(' '), file.functions.join(' ')];
}

const OPEN: Given = { name: 'open', start: 10, end: 12, count: 0 };
const MAIN: Given = { name: 'main', start: 20, end: 22, count: 1 };

describe('zeros that are not reliable, by the notes alone', () => {
  it('are those of a function of which others have pieces', () => {
    expect(doubtsOf([unit([{ ...OPEN, isInlined: true }, MAIN])])).toEqual(['10 11 12', 'open']);
  });

  it('are those of a straight function, which may leave no trace', () => {
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])])).toEqual(['10 11 12', 'open']);
    expect(doubtsOf([unit([{ ...OPEN, blocks: 4 }, MAIN])])).toBeNull();
  });

  it('are also those of a unit of which nothing is known', () => {
    const traits = { optimisation: 'unknown' } as const;
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN], traits)])).toEqual(['10 11 12', 'open']);
  });

  it('are none where nothing was optimised, unless it was inlined all the same', () => {
    const plain = { optimisation: 'none' } as const;
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN], plain)])).toBeNull();
    const always = unit([{ ...OPEN, isInlined: true }, MAIN], plain);
    expect(doubtsOf([always])).toEqual(['10 11 12', 'open']);
    const { files } = unreliableZeros([always], mergeUnits([always]), null);
    expect(files.get(SOURCE)?.why).toBe(
      'the code is inlined into other functions at any level (always_inline) and may have run there',
    );
  });

  it('are none where there is no zero', () => {
    expect(doubtsOf([unit([{ ...MAIN, isInlined: true }])])).toBeNull();
  });

  it('are lines left of a function that is gone', () => {
    const left = { ...OPEN, name: 'any', start: 5, end: 6 };
    const gone = unit([left, MAIN], { strays: new Map([[SOURCE, [5]]]), functions: [] });
    expect(doubtsOf([gone])).toEqual(['5', '']);
  });

  it('are those of a header function that another unit inlined and removed', () => {
    const header = 'src/scale.h';
    const whole = unit([{ ...OPEN, name: 'limit' }], {}, header);
    const other: UnitCounts = {
      ...unit([MAIN]),
      name: 'other.gcda',
      files: new Map([
        ...unit([MAIN]).files,
        [header, { ...whole.files.get(header)!, functions: new Map(), lines: new Map([[11, 0]]) }],
      ]),
      traits: { ...unit([MAIN]).traits!, strays: new Map([[header, [11]]]) },
    };
    expect(doubtsOf([whole, other], null, header)).toEqual(['10 11 12', 'limit']);
  });

  it('are not looked for where clang compiled', () => {
    expect(doubtsOf([{ ...unit([{ ...OPEN, blocks: 3 }]), traits: null }])).toBeNull();
  });
});

describe('zeros that are not reliable, with debug information', () => {
  const open = { name: 'open', line: 10 };

  it('are those of a function that was inlined without leaving code', () => {
    const facts = compiled('-O2', [{ ...open, hasInlinedCode: false }, { name: 'main' }]);
    expect(doubtsOf([unit([OPEN, MAIN])], [facts])).toEqual(['10 11 12', 'open']);
  });

  it('are none of a function that was not inlined, however small', () => {
    const facts = compiled('-O2', [{ ...open, isInlined: false }]);
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])], [facts])).toBeNull();
  });

  it('are none of a larger function that was inlined with its counters', () => {
    expect(doubtsOf([unit([{ ...OPEN, blocks: 5 }, MAIN])], [compiled('-O2', [open])])).toBeNull();
    expect(doubtsOf([unit([{ ...OPEN, blocks: 4 }, MAIN])], [compiled('-O2', [open])])).toEqual([
      '10 11 12',
      'open',
    ]);
  });

  it('are only those of functions declared inline at -Og', () => {
    const units = [unit([{ ...OPEN, blocks: 3 }, MAIN])];
    expect(doubtsOf(units, [compiled('-Og', [open])])).toBeNull();
    const declared = compiled('-Og', [{ ...open, isDeclaredInline: true }]);
    expect(doubtsOf(units, [declared])).toEqual(['10 11 12', 'open']);
  });

  it('are none with -fno-early-inlining', () => {
    const facts = compiled('-O2 -fno-early-inlining', [{ ...open, hasInlinedCode: false }]);
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])], [facts])).toBeNull();
  });

  it('are told by the notes where link-time optimisation inlined', () => {
    const facts = compiled('-O2 -flto', [{ ...open, isInlined: false }], { tellsInlining: false });
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])], [facts])).toEqual(['10 11 12', 'open']);
  });

  it('are told by the notes where the debug information is of other sources', () => {
    const facts = compiled('-O0', [{ ...open, isInlined: false }], { name: 'src/pump.c' });
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])], [facts])).toEqual(['10 11 12', 'open']);
  });

  it('follow a source whose folder was mapped, by its file name and a function', () => {
    const moved = { name: 'valve.c', directory: '/build' };
    const facts = compiled('-O2', [{ ...open, isInlined: false }], moved);
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])], [facts])).toBeNull();
    const other = compiled('-O2', [{ ...open, line: 99, isInlined: false }], moved);
    expect(doubtsOf([unit([{ ...OPEN, blocks: 3 }, MAIN])], [other])).toEqual(['10 11 12', 'open']);
  });

  it('are those of a function another unit inlined without a trace', () => {
    const header = 'src/scale.h';
    const whole = { ...unit([{ ...OPEN, name: 'limit' }], {}, header), name: 'valve.gcda' };
    const other = unit([MAIN]);
    const files = new Map([...other.files, [header, { ...whole.files.get(header)! }]]);
    const facts = compiled('-O2', [{ name: 'limit', line: 10, hasInlinedCode: false }]);
    expect(doubtsOf([whole, { ...other, files }], [facts], header)).toEqual(['10 11 12', 'limit']);
  });

  it('find C++ functions without an assembler name by their line', () => {
    const mangled = { ...OPEN, name: '_ZN5ValveC2Ei' };
    const facts = compiled('-O2', [{ name: 'Valve', line: 10, hasInlinedCode: false }]);
    expect(doubtsOf([unit([mangled, MAIN])], [facts])).toEqual(['10 11 12', '_ZN5ValveC2Ei']);
    const other = compiled('-O2', [{ name: 'Pump', line: 10, hasInlinedCode: false }]);
    expect(doubtsOf([unit([mangled, MAIN])], [other])).toBeNull();
  });
});
