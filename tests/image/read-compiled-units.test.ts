import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { readCompiledUnits } from '../../src/image/read-compiled-units.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';
import { elfWithDwarf, elfWithSections, type Entry, type Shape } from './dwarf-builder.js';

const FIXTURES = join(packageRoot(), 'fixtures', 'inlined', 'out');

const SHAPES: readonly Shape[] = (['little', 'big'] as const).flatMap((endian) =>
  [false, true].flatMap((is64) =>
    ([2, 3, 4, 5] as const).flatMap((version) =>
      [false, true].map((isLong) => ({ endian, is64, version, isLong })),
    ),
  ),
);

/** A unit with a function that was inlined, one that was not, and a member function. */
function entriesFor({ version }: Shape): readonly Entry[] {
  const text = version >= 5 ? 0x1f : 0x0e;
  return [
    {
      tag: 0x11,
      attributes: [
        [0x25, 0x0e, 'GNU C17 12.2.0 -mcpu=cortex-m3 -g -O2 -fprofile-arcs'],
        [0x03, text, 'src/valve.c'],
        [0x1b, text, '/home/bench/pump'],
        [0x11, 0x01, 0x8000],
      ],
    },
    {
      tag: 0x2e,
      attributes: [
        [0x3f, 0x0c, 1],
        [0x03, 0x08, 'limit'],
        [0x3b, 0x0b, 12],
        [0x40, 0x0a, 0],
        [0x20, 0x0b, 3],
      ],
    },
    {
      tag: 0x1d,
      attributes: [
        [0x31, 0x13, { entry: 1 }],
        [0x11, 0x01, 0x8010],
      ],
    },
    {
      tag: 0x2e,
      attributes: [
        [0x03, 0x0e, 'version'],
        [0x3b, version >= 5 ? 0x21 : 0x05, 300],
        [0x20, 0x0b, 1],
      ],
    },
    // An inlined copy of which no code is left.
    { tag: 0x1d, attributes: [[0x31, 0x10, { entry: 3 }]] },
    {
      tag: 0x2e,
      attributes: [
        [0x03, 0x08, 'run'],
        [0x6e, 0x08, '_ZN5Valve3runEv'],
        [0x3b, 0x0b, 9],
        [0x3c, version >= 4 ? 0x19 : 0x0c, 1],
      ],
    },
    {
      tag: 0x2e,
      attributes: [
        [0x47, 0x13, { entry: 5 }],
        [0x3b, 0x0b, 40],
        [0x11, 0x01, 0x8020],
      ],
    },
    {
      tag: 0x2e,
      attributes: [
        [0x31, 0x13, { entry: 1 }],
        [0x11, 0x01, 0x8030],
      ],
    },
  ];
}

describe('the debug information of an image', () => {
  it.each(SHAPES)('tells how a unit was compiled and what was inlined: %o', (shape) => {
    const { units, unread } = readCompiledUnits(elfWithDwarf(shape, entriesFor(shape)));
    expect(unread).toBeNull();
    expect(units).toEqual([
      {
        name: 'src/valve.c',
        directory: '/home/bench/pump',
        options: ['-mcpu=cortex-m3', '-g', '-O2', '-fprofile-arcs'],
        tellsInlining: true,
        functions: [
          {
            name: 'limit',
            linkageName: null,
            line: 12,
            isInlined: true,
            isDeclaredInline: true,
            hasInlinedCode: true,
          },
          {
            name: 'version',
            linkageName: null,
            line: 300,
            isInlined: true,
            isDeclaredInline: false,
            hasInlinedCode: false,
          },
          {
            name: 'run',
            linkageName: '_ZN5Valve3runEv',
            line: 40,
            isInlined: false,
            isDeclaredInline: false,
            hasInlinedCode: false,
          },
        ],
      },
    ]);
  });

  it('is not there in an ELF without it, and says so', () => {
    const shape = { endian: 'little', is64: false } as const;
    expect(readCompiledUnits(elfWithSections(shape, { '.text': Buffer.alloc(8) }))).toEqual({
      units: [],
      unread: 'it has no debug information',
    });
  });

  it.each([
    ['O2', '-O2', ['checked', 'limit', 'sensor_version', 'to_millivolts']],
    ['Og', '-Og', ['limit']],
    ['O0', '-O0', []],
  ])('of a real program at %s is unpacked and read', (folder, level, inlined) => {
    const { units } = readCompiledUnits(readFileSync(join(FIXTURES, folder, 'sensor.elf')));
    const sensor = units.find(({ name }) => name.endsWith('sensor.c'));
    expect(sensor?.options?.find((option) => option.startsWith('-O'))).toBe(level);
    const names = sensor?.functions.filter(({ isInlined }) => isInlined).map(({ name }) => name);
    expect(names?.toSorted()).toEqual(inlined);
  });

  it('that was damaged is refused or read in part, and never more than that', () => {
    const whole = readFileSync(join(FIXTURES, 'O2', 'sensor.elf'));
    const shape = SHAPES[0]!;
    const small = elfWithDwarf(shape, entriesFor(shape));
    fc.assert(
      fc.property(
        fc.constantFrom(whole, small),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        fc.nat(),
        (elf, changes, cut) => {
          const bytes = Buffer.from(elf.subarray(0, cut % 4 === 0 ? cut % elf.length : elf.length));
          for (const [at, value] of changes) bytes[at % Math.max(bytes.length, 1)] = value;
          const { units, unread } = readCompiledUnits(bytes);
          return units.length === 0 || unread === null;
        },
      ),
      { numRuns: 300 },
    );
  });

  it('with tables that lie on each other is given up', () => {
    // Units of eleven bytes, each of which starts its table one byte behind the one before.
    const tables = Buffer.alloc(4000, 1);
    const units = Buffer.concat(
      Array.from({ length: 3000 }, (_, index) => {
        const unit = Buffer.alloc(11);
        unit.writeUInt32LE(7, 0);
        unit.writeUInt16LE(4, 4);
        unit.writeUInt32LE(index, 6);
        unit[10] = 4;
        return unit;
      }),
    );
    const elf = elfWithSections(
      { endian: 'little', is64: false },
      { '.debug_info': units, '.debug_abbrev': Buffer.concat([tables, Buffer.alloc(8)]) },
    );
    expect(readCompiledUnits(elf)).toEqual({
      units: [],
      unread:
        'its debug information makes no sense: .debug_abbrev has tables that lie on each other',
    });
  });

  it('does not unpack more than its size warrants', () => {
    const content = Buffer.alloc(24 + 16);
    content.writeUInt32BE(0x5a4c4942, 0);
    content.writeBigUInt64BE(1n << 40n, 4);
    const elf = elfWithSections({ endian: 'little', is64: true }, { '.zdebug_info': content });
    expect(readCompiledUnits(elf).unread).toBe(
      'its debug information makes no sense: .zdebug_info says that 28 bytes unpack to 1099511627776',
    );
  });
});

onlyWith('arm-none-eabi-gcc')('the debug information of a cross compiler', () => {
  const folder = tempFolders('debug-info-');

  it.each([
    '-gdwarf-2 -gstrict-dwarf',
    '-gdwarf-3',
    '-gdwarf-4',
    '-gdwarf-5',
    '-g1',
    '-g3',
    '-g -gz=zlib-gnu',
    '-g -gz=zlib',
  ])('with %s tells the same', (flags) => {
    const { units } = compile(folder(), ['-O2', ...flags.split(' ')]);
    expect(units).toHaveLength(1);
    expect(units[0]?.tellsInlining).toBe(true);
    expect(
      units[0]?.functions
        .filter(({ isInlined }) => isInlined)
        .map(({ name, line }) => [name, line]),
    ).toEqual(
      expect.arrayContaining([
        ['three', 1],
        ['twice', 2],
      ]),
    );
  });

  it('leaves inlining open with link-time optimisation', () => {
    const { units } = compile(folder(), ['-O2', '-g', '-flto']);
    expect(units.length).toBeGreaterThan(0);
    expect(units.every(({ tellsInlining }) => !tellsInlining)).toBe(true);
  });

  it('leaves the options open where they are not recorded', () => {
    const { units } = compile(folder(), ['-O2', '-g', '-gno-record-gcc-switches']);
    expect(units.map(({ options }) => options)).toEqual([null]);
  });

  function compile(at: string, flags: readonly string[]): ReturnType<typeof readCompiledUnits> {
    writeFileSync(
      join(at, 'unit.c'),
      'int three(void) { return 3; }\nint twice(int a) { return 2 * a; }\nint pin;\nint main(void) { pin = twice(pin) + three(); return pin; }\n',
    );
    const link = ['-nostdlib', '-Wl,-e,main', 'unit.c', '-o', 'unit.elf'];
    execFileSync('arm-none-eabi-gcc', ['-mcpu=cortex-m3', '-mthumb', ...flags, ...link], {
      cwd: at,
      stdio: 'pipe',
    });
    return readCompiledUnits(readFileSync(join(at, 'unit.elf')));
  }
});
