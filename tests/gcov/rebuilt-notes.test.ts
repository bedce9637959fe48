import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeObjects, type DecodeResult } from '../../src/gcov/decode-objects.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { withoutStaleUnits } from '../../src/gcov/stale-units.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';
import { rawObject, refusalOf } from './gcov-cases.js';

const folder = tempFolders('otto-rebuilt-');

const VALVE = 'int valve(int x) {\n  if (x > 1) return x;\n  return 2;\n}\n';
const MAIN = 'int valve(int);\nint main(int n, char **v) { return valve(n) - 2; }\n';
const SEED = ['-frandom-seed=fixed'];

interface Build {
  readonly notes: ReadonlyMap<string, Uint8Array>;
  readonly data: ReadonlyMap<string, Uint8Array>;
}

/** Compiles and runs units in `root`, each into `out/NAME.o`; notes and data by the unit's name. */
function build(
  root: string,
  sources: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Build {
  const gcc = (...args: readonly string[]): void => {
    execFileSync('gcc', ['--coverage', ...flags, ...args], { cwd: root });
  };
  rmSync(join(root, 'out'), { recursive: true, force: true });
  const names = Object.keys(sources).map((file) => file.replace(/\.c$/, ''));
  for (const name of names) {
    for (const place of [`${name}.c`, `out/${name}.o`]) {
      mkdirSync(dirname(join(root, place)), { recursive: true });
    }
    writeFileSync(join(root, `${name}.c`), sources[`${name}.c`]!);
    gcc('-c', `${name}.c`, '-o', `out/${name}.o`);
  }
  gcc(...names.map((name) => `out/${name}.o`), '-o', 'out/program');
  execFileSync(join(root, 'out/program'), { cwd: root });
  const read = (ending: string): ReadonlyMap<string, Uint8Array> =>
    new Map(names.map((name) => [name, readFileSync(join(root, `out/${name}.${ending}`))]));
  return { notes: read('gcno'), data: read('gcda') };
}

function decode(
  objects: Readonly<Record<string, Uint8Array>>,
  notes: Readonly<Record<string, Uint8Array>>,
): DecodeResult {
  return decodeObjects(
    Object.entries(objects).map(([path, bytes]) => rawObject(path, bytes)),
    indexNotes(Object.entries(notes).map(([path, bytes]) => ({ path, bytes }))),
    { partial: false },
  );
}

/** Counts of one source by line, from the unit that was given the data of that name. */
function linesOf(result: DecodeResult, data: string, source: string): unknown {
  const unit = result.units.find(({ name }) => name === data);
  return Object.fromEntries(unit?.files.get(source)?.lines ?? []);
}

onlyWith('gcc')('notes of a product that was rebuilt', () => {
  it('are told from those of the firmware, wherever they lie and whatever data is called', () => {
    const root = folder();
    const old = build(root, { 'valve.c': VALVE, 'main.c': MAIN });
    const fresh = build(root, { 'valve.c': `\n\n${VALVE}`, 'main.c': MAIN });
    const notes = {
      'build-old/valve.gcno': old.notes.get('valve')!,
      'build-old/main.gcno': old.notes.get('main')!,
      'build/copy/valve.gcno': fresh.notes.get('valve')!,
      'build/valve.gcno': fresh.notes.get('valve')!,
    };
    const result = decode({ '0001.gcda': fresh.data.get('valve')! }, notes);
    expect(linesOf(result, '0001.gcda', 'valve.c')).toEqual({ 3: 1, 4: 1, 5: 1 });
    const left = withoutStaleUnits(result.units);
    expect(left.units.map(({ name }) => name)).toEqual(['build-old/main.gcno', '0001.gcda']);
    expect(left.warnings).toEqual([
      'build-old/valve.gcno: not counted, the data is of another build of the same source',
    ]);
    const before = decode({ '#fw#build#valve.gcda': old.data.get('valve')! }, notes);
    expect(linesOf(before, '#fw#build#valve.gcda', 'valve.c')).toEqual({ 1: 1, 2: 1, 3: 1 });
  });

  it('explain what the board runs, and what became of the functions', () => {
    const root = folder();
    const old = build(root, { 'valve.c': VALVE, 'main.c': MAIN });
    const other = VALVE.replace('x > 1', 'x > 1 && x < 9');
    const changed = `${other}\nint more(void) { return 1; }\n`;
    const fresh = build(root, { 'valve.c': changed, 'main.c': MAIN });
    const notes = { 'build/valve.gcno': fresh.notes.get('valve')! };
    const error = refusalOf(() => decode({ '/fw/valve.gcda': old.data.get('valve')! }, notes));
    expect(error).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: '/fw/valve.gcda comes from another build than the notes',
      hints: [
        'flash the firmware of this build and drive the board again',
        'or give the .gcno files of the build that runs on the board: --notes DIR',
      ],
    });
    expect(error.why).toMatch(
      /^at byte 8 \(0x8\): expected stamp 0x[0-9a-f]{8} \(GCC \d+\.\d\) as in build\/valve\.gcno, found stamp 0x[0-9a-f]{8} \(GCC \d+\.\d\); 0 of its 1 functions are the same there: the product was rebuilt after the board was flashed, or the board runs another build$/,
    );
    const renamed = refusalOf(() => decode({ '17.gcda': old.data.get('valve')! }, notes));
    expect(renamed.message).toBe('17.gcda comes from another build than the notes');
  });

  it('are not blamed for data of a unit that only shares their name', () => {
    const root = folder();
    const { notes, data } = build(root, {
      'a/util.c': 'int one(void) { return 1; }\n',
      'b/util.c': 'int two(void) { return 2; }\n',
      'main.c': 'int one(void), two(void);\nint main(void) { return one() + two() - 3; }\n',
    });
    const objects = { 'util.gcda': data.get('a/util')!, 'main.gcda': data.get('main')! };
    const result = decode(objects, {
      'x/util.gcno': notes.get('b/util')!,
      'x/main.gcno': notes.get('main')!,
    });
    expect(result.objects[0]).toEqual({
      path: 'util.gcda',
      status: 'unknown',
      reason: 'no notes file (.gcno) has its stamp',
    });
  });
});

onlyWith('gcc')('notes of builds with a fixed random seed', () => {
  it('are found by their functions in a flat folder, also when names collide', () => {
    const { notes, data } = build(
      folder(),
      {
        'a/util.c': 'int one(void) { return 1; }\n',
        'b/util.c': 'int two(void) { return 2; }\n',
        'main.c': 'int one(void), two(void);\nint main(void) { return one() + two() - 3; }\n',
      },
      SEED,
    );
    const result = decode(
      { 'util.gcda': data.get('b/util')!, 'util-2.gcda': data.get('a/util')! },
      { 'n/a/util.gcno': notes.get('a/util')!, 'n/b/util.gcno': notes.get('b/util')! },
    );
    expect(linesOf(result, 'util.gcda', 'b/util.c')).toEqual({ 1: 1 });
    expect(linesOf(result, 'util-2.gcda', 'a/util.c')).toEqual({ 1: 1 });
    expect(result.warnings).toEqual([
      '2 objects were built with a fixed random seed, so their stamps do not tell builds apart; their notes were found by the checksums of their functions',
    ]);
  });

  it('are not chosen by a similar path when only lines inside a function differ', () => {
    const root = folder();
    const old = build(root, { 'valve.c': VALVE, 'main.c': MAIN }, SEED);
    const moved = VALVE.replace('  return 2', '\n\n  return 2');
    const fresh = build(root, { 'valve.c': moved, 'main.c': MAIN }, SEED);
    const notes = {
      '/fw/old/valve.gcno': old.notes.get('valve')!,
      '/fw/build/valve.gcno': fresh.notes.get('valve')!,
    };
    const error = refusalOf(() =>
      decode({ '/ci/build/valve.gcda': fresh.data.get('valve')! }, notes),
    );
    expect(error).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: 'several notes files fit /ci/build/valve.gcda and nothing tells which is right',
      why: 'same stamp and functions, but other lines: /fw/build/valve.gcno and /fw/old/valve.gcno',
    });
    const result = decode({ '/fw/build/valve.gcda': fresh.data.get('valve')! }, notes);
    expect(linesOf(result, '/fw/build/valve.gcda', 'valve.c')).toEqual({ 1: 1, 2: 1, 5: 1 });
  });

  it('say which function changed when none of them fits', () => {
    const root = folder();
    const old = build(root, { 'valve.c': VALVE, 'main.c': MAIN }, SEED);
    const fresh = build(root, { 'valve.c': `\n${VALVE}`, 'main.c': MAIN }, SEED);
    const error = refusalOf(() =>
      decode(
        { '0.gcda': old.data.get('valve')! },
        { 'b/main.gcno': fresh.notes.get('main')!, 'b/valve.gcno': fresh.notes.get('valve')! },
      ),
    );
    expect(error.code).toBe('BUILD_MISMATCH');
    expect(error.message).toBe('0.gcda holds counters of another build than its notes');
    expect(error.why).toMatch(/expected line checksum 0x\S+ of valve as in b\/valve\.gcno, found/);
  });
});
