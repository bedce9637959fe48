import fc from 'fast-check';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readSimRecording } from '../../src/link/sim-recording.js';
import { dropEarlierReadings, type Reading } from '../../src/session/drop-earlier-readings.js';
import { readData } from '../../src/gcov/read-data.js';
import { expectedObjects } from '../../src/session/expected-objects.js';
import { mergedObjects } from '../../src/session/merged-objects.js';
import { writeObjectFiles } from '../../src/session/object-files.js';
import { readSources } from '../../src/session/read-sources.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { tempFolders } from '../support/temp-folder.js';
import { sampleObject } from '../wire/sample-objects.js';

const folder = tempFolders('otto-readings-');
let readings: Map<string, readonly RawObject[]>;

/** What the simulated board dumps after so many runs and self-tests. */
const after = (runs: number, selftests: number): readonly RawObject[] =>
  readings.get(`${runs}.${selftests}`) ?? [];

beforeAll(async () => {
  const { states } = await readSimRecording();
  readings = new Map([...states].map(([key, { n }]) => [key, text(n)]));
});

function text(dump: string): readonly RawObject[] {
  return decodeDump(Buffer.from(dump, 'latin1'), 'board').objects;
}

it('keeps the later of two readings of one run, in whichever order they are named', () => {
  const early = { name: 'early', objects: after(1, 0) };
  const late = { name: 'late', objects: after(2, 0) };
  for (const sources of [
    [early, late],
    [late, early],
  ]) {
    expect(dropEarlierReadings(sources)).toEqual({
      objects: late.objects,
      warnings: ['late reads on from early: of objects in both only the later counts'],
    });
  }
});

it('says how many readings are left out when each is for many others', () => {
  const names = Array.from({ length: 30 }, (_, index) => `run${index}`);
  const early = names.map((name) => ({ name, objects: structuredClone(after(1, 0)) }));
  const late = { name: 'late', objects: after(2, 0) };
  const { objects, warnings } = dropEarlierReadings([...early, late]);
  expect(objects).toEqual(late.objects);
  expect(warnings).toEqual([
    '29 readings hold the same counters as others (run0 as run1): counted once',
    '30 readings are earlier than others of their run (run0 than late): of objects in both only the later counts',
  ]);
});

it('keeps both of two runs, and says that they are added', () => {
  const one = { name: 'one', objects: after(2, 0) };
  const two = { name: 'two', objects: after(0, 1) };
  expect(dropEarlierReadings([one, two])).toEqual({
    objects: [...one.objects, ...two.objects],
    warnings: ['one and two are of two runs: their counts are added'],
  });
});

it('counts a folder of a fetch once beside its copy, and keeps what the fetch found wrong', async () => {
  const write = async (objects: readonly RawObject[]): Promise<string> => {
    const path = join(folder(), 'out');
    const facts = { source: 'board', rawSha256: null, warnings: [], gaps: [] };
    await writeObjectFiles(path, { ...facts, objects });
    return path;
  };
  const [first, ...others] = after(1, 0);
  if (!first) throw new Error('nothing was recorded');
  const damaged: RawObject = { ...first, status: 'damaged', reason: 'a row is missing' };
  const read = await readSources([await write([damaged, ...others])], null);
  expect(read.objects[0]).toMatchObject({ status: 'damaged', reason: 'a row is missing' });
  const sources = [await write(after(1, 0)), await write(after(2, 0))];
  const { objects, warnings } = await readSources(sources, null);
  expect(objects.map(({ bytes }) => bytes.length)).toEqual(
    after(2, 0).map(({ bytes }) => bytes.length),
  );
  expect(warnings).toEqual([
    `${sources[1]} reads on from ${sources[0]}: of objects in both only the later counts`,
  ]);
});

describe('runs in one folder', () => {
  const write = (root: string, run: string, objects: readonly RawObject[]): void => {
    for (const { path, bytes } of objects) {
      const file = join(root, run, path.replace(/^.*\//, 'src/'));
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, bytes);
    }
  };

  it('are added when they are two, and the later counts when they are one', async () => {
    const root = folder();
    write(root, 'a', after(2, 0));
    write(root, 'b', after(0, 1));
    const two = await readSources([root], null);
    expect(two.objects).toHaveLength(6);
    expect(two.warnings).toEqual([
      `${root}/a and ${root}/b are of two runs: their counts are added`,
    ]);
    write(root, 'c', after(1, 0));
    const three = await readSources([root], null);
    expect(three.objects).toHaveLength(6);
    expect(three.warnings).toEqual([
      `${root}/a reads on from ${root}/c: of objects in both only the later counts`,
      `${root}/a and ${root}/b are of two runs: their counts are added`,
    ]);
    const files = ['a', 'b', 'c'].flatMap((run) =>
      after(1, 0).map(({ path }) => join(root, run, path.replace(/^.*\//, 'src/'))),
    );
    const named = await readSources(files.toReversed(), null);
    expect(named.objects).toHaveLength(6);
  });

  it('count once when one is a copy, whatever its files are called', async () => {
    const root = folder();
    write(root, '.', after(1, 0));
    cpSync(join(root, 'src', 'valve.gcda'), join(root, 'src', 'old-valve.gcda'));
    const { objects, warnings } = await readSources([root], null);
    expect(objects).toHaveLength(3);
    expect(warnings).toEqual([
      `${root}/src/valve.gcda holds the same counters as ${root}/src/old-valve.gcda: counted once`,
    ]);
  });
});

it('adds the boots of one log as it adds those of two', async () => {
  const root = folder();
  const { states } = await readSimRecording();
  const [one = '', two = ''] = ['2.0', '0.1'].map((key) => states.get(key)?.n);
  const logs = { 'one.log': one, 'two.log': two, 'both.log': one + two };
  for (const [name, dump] of Object.entries(logs)) writeFileSync(join(root, name), dump, 'latin1');
  const bytesOf = async (...names: readonly string[]): Promise<unknown> => {
    const { objects } = await readSources(
      names.map((name) => join(root, name)),
      null,
    );
    return mergedObjects(objects).objects.map(({ path, bytes }) => [path, Buffer.from(bytes)]);
  };
  const expected = await bytesOf('one.log', 'two.log');
  expect(expected).toHaveLength(3);
  expect(await bytesOf('both.log')).toEqual(expected);
  expect(await bytesOf('two.log', 'both.log', 'one.log')).toHaveLength(3);
});

it('loses no hit and does not depend on the order of readings', async () => {
  const counters = fc.array(fc.nat({ max: 3 }), { minLength: 5, maxLength: 5 });
  const units = ['a', 'b', 'c'].map((name) => `/fw/${name}.gcda`);
  const reading = fc.record(Object.fromEntries(units.map((unit) => [unit, fc.option(counters)])));
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(reading, { maxLength: 5 })
        .chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
      async ([inOrder, shuffled]) => {
        const sums = await sumOf(inOrder);
        expect(await sumOf(shuffled)).toEqual(sums);
        for (const one of inOrder) {
          for (const [unit, counts] of Object.entries(one)) {
            counts?.forEach((count, index) => {
              if (count > 0) expect(sums[unit]?.[index]).toBeGreaterThanOrEqual(count);
            });
          }
        }
      },
    ),
  );
});

/** Counters of each unit after all readings were put together. */
async function sumOf(
  all: readonly Readonly<Record<string, readonly number[] | null>>[],
): Promise<Readonly<Record<string, readonly number[]>>> {
  const readings = all.map((one, index): Reading => {
    const objects = Object.entries(one).flatMap(([path, counts], unit): RawObject[] => {
      if (counts === null) return [];
      const origin = { source: `log ${index}`, format: 'test' };
      return [{ ...sampleObject(path, counts, unit + 1), status: 'ok', origin }];
    });
    return { name: `log ${index}`, objects };
  });
  const { objects: kept } = dropEarlierReadings(readings);
  const expected = await expectedObjects(kept, { plan: null, partial: false });
  const { objects } = mergedObjects(expected.objects);
  const sums = objects.map(({ path, bytes }) => {
    const { functions } = readData(bytes, path);
    return [path, functions.flatMap((entry) => (entry?.counters[0]?.values ?? []).map(Number))];
  });
  return Object.fromEntries(sums) as Readonly<Record<string, readonly number[]>>;
}
