import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readSimRecording } from '../../src/link/sim-recording.js';
import { dropEarlierReadings } from '../../src/session/drop-earlier-readings.js';
import { writeObjectFiles } from '../../src/session/object-files.js';
import { readSources } from '../../src/session/read-sources.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { tempFolders } from '../support/temp-folder.js';

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
