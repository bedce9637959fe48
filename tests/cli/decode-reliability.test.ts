import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { Timeline } from '../support/timeline.js';

const PROGRAM = join(packageRoot(), 'fixtures', 'inlined', 'out');
const SENSOR = '/home/bench/sensor/src/sensor.c';

interface Counts {
  readonly lines: Readonly<Record<string, number>>;
  readonly functions: Readonly<Record<string, { readonly count: number }>>;
  readonly notReliable?: {
    readonly lines: readonly number[];
    readonly functions: readonly string[];
    readonly why: string;
  };
}

async function countsOf(
  level: string,
  withElf: boolean,
): Promise<Readonly<Record<string, Counts>>> {
  const folder = join(PROGRAM, level);
  const elf = withElf ? ['--elf', join(folder, 'sensor.elf')] : [];
  const run = await runCli(['decode', folder, ...elf, '--format', 'json']);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const document = JSON.parse(run.stdout) as {
    readonly files: Readonly<Record<string, Counts>>;
    readonly warnings: readonly string[];
  };
  expect(document.warnings).toEqual([]);
  return document.files;
}

function zeroFunctions(counts: Counts | undefined): readonly string[] {
  return Object.entries(counts?.functions ?? {})
    .filter(([, { count }]) => count === 0)
    .map(([name]) => name)
    .toSorted();
}

describe('decode of an optimised program', () => {
  it('marks, with the ELF, exactly the zeros of what ran', async () => {
    const truth = (await countsOf('O0', true))[SENSOR];
    const counts = (await countsOf('O2', true))[SENSOR];
    const ran = zeroFunctions(counts).filter((name) => truth?.functions[name]?.count !== 0);
    expect(ran).toEqual(['checked', 'sensor_version', 'to_millivolts']);
    expect(counts?.notReliable?.functions.toSorted()).toEqual(ran);
    expect(zeroFunctions(counts)).toEqual([...ran, 'recalibrate', 'self_test'].toSorted());
    expect(counts?.notReliable?.why).toBe(
      'built with -O2, code may have run inlined into other functions without counting; build with -O0, or with -Og or -fno-early-inlining, for zeros to rely on',
    );
    const lines = Object.keys(truth?.lines ?? {}).filter(
      (line) => counts?.lines[line] === 0 && truth?.lines[line] !== 0,
    );
    expect(counts?.notReliable?.lines).toEqual(expect.arrayContaining(lines.map(Number)));
    expect(lines.length).toBeGreaterThan(0);
  });

  it('marks, without the ELF, every zero that may be of what ran', async () => {
    const counts = (await countsOf('O2', false))[SENSOR];
    expect(counts?.notReliable?.functions.toSorted()).toEqual([
      'checked',
      'self_test',
      'sensor_version',
      'to_millivolts',
    ]);
    expect(counts?.notReliable?.why).toBe(
      'built with optimisation, code may have run inlined into other functions without counting; an ELF with debug information (--elf) tells, and building with -O0, or with -Og or -fno-early-inlining avoids it',
    );
  });

  it.each([
    ['O0', false],
    ['O0', true],
    ['no-early-inlining', true],
  ])('marks nothing when built so that zeros are reliable: %s, ELF %s', async (level, withElf) => {
    const files = Object.values(await countsOf(level, withElf));
    expect(files).toHaveLength(3);
    expect(files.filter((file) => 'notReliable' in file)).toEqual([]);
  });

  it('marks the sources in the summary, and says below what the mark means', async () => {
    const folder = join(PROGRAM, 'O2');
    const run = await runCli(['decode', folder, '--elf', join(folder, 'sensor.elf')]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const [, , , sensor, , ...remark] = run.stdout.trimEnd().split('\n');
    expect(sensor).toMatch(/sensor\.c \*$/);
    expect(remark.join(' ').replaceAll(/\s+/g, ' ')).toBe(
      '* 7 zeros are not reliable (4 lines, 3 functions): built with -O2, code may have run inlined into other functions without counting; build with -O0, or with -Og or -fno-early-inlining, for zeros to rely on',
    );
  });

  it('warns beside a tracefile, which has no place for a mark', async () => {
    const folder = join(PROGRAM, 'O2');
    const run = await runCli(['decode', folder, '--format', 'lcov']);
    expect(run.stderr).toMatch(
      /^warning: \d+ zeros are not reliable \(\d+ lines, 4 functions\): /m,
    );
    expect(run.stdout).toContain('FNDA:0,sensor_version');
  });
});

describe('decode of an optimised program whose ELF has no debug information', () => {
  const folders = tempFolders('reliability-');

  it('says so, and what the ELF lacks', async () => {
    const folder = folders();
    cpSync(join(PROGRAM, 'O2'), folder, { recursive: true });
    rmSync(join(folder, 'sensor.elf'));
    const bare = join(folder, 'bare.elf');
    withoutSections(join(PROGRAM, 'O2', 'sensor.elf'), bare);
    const run = await runCli(['decode', folder, '--elf', bare, '--format', 'summary']);
    expect(run.stderr).toBe(
      `warning: ${bare} does not tell which functions were inlined: it has no debug information\n`,
    );
    expect(run.stdout).toContain('* ');
  });
});

describe('a capture of an optimised program', () => {
  const folders = tempFolders('reliability-');

  it('comes with a warning, for what is recorded', async () => {
    const timeline = new Timeline(folders()).init();
    cpSync(join(PROGRAM, '..', 'src'), join(timeline.repo, 'src'), { recursive: true });
    timeline.commit('Sensor');
    const built = join(PROGRAM, 'O2');
    const args = ['--board', 'bench-1', '--ticket', 'FW-7', '--dry-run'];
    const from = ['--from', built, '--elf', join(built, 'sensor.elf')];
    const map = ['--path-map', '/home/bench/sensor=.'];
    const run = await runCli(['--repo', timeline.sut, 'capture', ...from, ...map, ...args], {
      env: timeline.env(),
    });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain(
      'warning: 7 zeros are not reliable (4 lines, 3 functions): built with -O2, ',
    );
  });
});

/** Without section headers, as sstrip leaves an ELF. */
function withoutSections(from: string, to: string): void {
  const elf = readFileSync(from);
  elf.writeBigUInt64LE(0n, 0x28);
  elf.writeUInt16LE(0, 0x3c);
  writeFileSync(to, elf);
}
