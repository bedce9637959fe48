import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { infoLayout } from '../../src/image/info-layout.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-runtime-');
const RUNTIME = join(packageRoot(), 'boards', 'runtime');
const SOURCE = join(RUNTIME, 'otto_cov.c');
const ARM = ['arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb'];
const RISCV = ['riscv64-unknown-elf-gcc', '-march=rv32imac', '-mabi=ilp32', '-ffreestanding'];
const TARGETS = [
  ['arm-none-eabi', ARM],
  ['riscv64-unknown-elf', RISCV],
] as const;

onlyWith('arm-none-eabi-gcc', 'riscv64-unknown-elf-gcc')('boards/runtime/otto_cov.c', () => {
  test.each(TARGETS)(
    'compiles without a warning and needs no library on %s',
    (prefix, compiler) => {
      const object = join(folder(), 'otto_cov.o');
      const [program = '', ...flags] = compiler;
      for (const define of ['-DOTTO_COV_INIT_HOOK', '-DOTTO_COV_FRAME_BYTES=48']) {
        const strict = [
          '-Os',
          '-std=c99',
          '-Wall',
          '-Wextra',
          '-Wconversion',
          '-Wpedantic',
          '-Werror',
        ];
        run(program, ...flags, ...strict, define, '-c', SOURCE, '-o', object);
        const needed = run(`${prefix}-nm`, '-u', object).match(/\w+$/gm) ?? [];
        expect(
          needed.filter(
            (name) => !/^(?:otto_cov_(?:putc|getc)|__gcov_info_(?:start|end))$/.test(name),
          ),
        ).toEqual([]);
      }
    },
  );

  test.each(TARGETS)('is as small on %s as its README says', (prefix, compiler) => {
    const object = join(folder(), 'otto_cov.o');
    const [program = '', ...flags] = compiler;
    run(program, ...flags, '-Os', '-DOTTO_COV_INIT_HOOK', '-c', SOURCE, '-o', object);
    const [, code = '', data = '', bss = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)/m.exec(run(`${prefix}-size`, object)) ?? [];
    const readme = readFileSync(join(RUNTIME, 'README.md'), 'utf8');
    const name = prefix === 'arm-none-eabi' ? 'Cortex-M3' : 'riscv32 \\(.*?\\)';
    const row = new RegExp(`^\\| ${name} +\\| hook +\\| (\\d+) \\| (\\d+) `, 'm').exec(readme);
    // Another release of the compiler may need a little more or less.
    expect(Number(code) / Number(row?.[1])).toBeCloseTo(1, 1);
    expect((Number(data) + Number(bss)) / Number(row?.[2])).toBeCloseTo(1, 1);
  });

  // A checksum word since GCC 12; as many merge functions as the compiler knows counter kinds.
  test.each([
    [4, 7, 8, false],
    [4, 9, 9, false],
    [5, 0, 9, false],
    [5, 4, 10, false],
    [6, 3, 10, false],
    [7, 3, 9, false],
    [9, 3, 9, false],
    [10, 2, 8, false],
    [11, 4, 8, false],
    [12, 2, 8, true],
    [13, 2, 8, true],
    [14, 1, 9, true],
    [15, 1, 10, true],
    [16, 1, 10, true],
  ] as const)('has the layout of GCC %i.%i', (major, minor, mergeSlots, hasChecksum) => {
    const place = folder();
    const { sizeBytes, functions, path } = infoLayout(4, hasChecksum, mergeSlots);
    const source = join(place, 'layout.c');
    writeFileSync(
      source,
      `#include "${SOURCE}"
_Static_assert(sizeof(struct object) == ${sizeBytes}, "size");
_Static_assert(offsetof(struct object, functions) == ${functions}, "functions");
_Static_assert(offsetof(struct object, name) == ${path}, "name");
`,
    );
    const [program = '', ...flags] = RISCV;
    const version = [
      '-U__GNUC__',
      `-D__GNUC__=${major}`,
      '-U__GNUC_MINOR__',
      `-D__GNUC_MINOR__=${minor}`,
    ];
    run(program, ...flags, ...version, '-c', source, '-o', join(place, 'layout.o'));
  });
});

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
