import { describe, expect, it } from 'vitest';
import { expectSound } from './expect-sound.js';
import { SeededRandom } from '../../scripts/seeded-random.js';
import { fuzzTarget } from './fuzz-targets.js';
import { runFuzz } from './run-fuzz.js';

// A small part of what `npm run test:slow` does, so that it keeps working. Always the same cases, and
// no bound on their time but that of a hang: no test is timed.
const SEED = 6;
// Makes each fault once.
const SEED_OF_FAULTS = 13;
const TIMEOUT_MS = 240_000;

describe('damaged input', () => {
  it.each([
    { target: 'gcov', end: 400 },
    { target: 'image', end: 100 },
    { target: 'dump', end: 200 },
  ])(
    'for $target ends in a result gcov stands by or in a refusal that says why',
    async ({ target, end }) => {
      await expectSound({ target, seed: SEED, first: 0, end, mostCpuMs: null }, null);
    },
    TIMEOUT_MS,
  );

  it(
    'is the same again with the same seed',
    async () => {
      const options = { target: 'gcov', seed: SEED, first: 0, end: 40, mostCpuMs: null };
      const results = async (): Promise<readonly string[]> =>
        (await runFuzz(options)).cases.map(({ result }) => result);
      const first = await results();
      expect(first.length).toBe(40);
      expect(await results()).toEqual(first);
    },
    TIMEOUT_MS,
  );

  it(
    'that the program dies of or hangs in is found, and the rest still runs',
    async () => {
      const options = { target: 'broken', seed: SEED_OF_FAULTS, first: 0, end: 7 };
      const { cases } = await runFuzz({ ...options, mostCpuMs: 1000, silenceMs: 20_000 });
      const target = fuzzTarget('broken');
      const found = cases.map(({ index, result, problem }) => [
        target.make(new SeededRandom(SEED_OF_FAULTS, index)).recipe,
        result,
        problem,
      ]);
      const crash = expect.stringContaining('the process ended with');
      expect(new Map(found.map(([fault, ...outcome]) => [fault, outcome]))).toEqual(
        new Map([
          ['sound', ['accepted', null]],
          ['throws', ['crash', expect.stringContaining('Error: a fault')]],
          ['hangs', ['hang', 'nothing was heard for 20000 ms']],
          ['exits', ['crash', crash]],
          ['exhausts', ['crash', crash]],
          ['hoards', ['accepted', expect.stringMatching(/^took \d+ bytes of memory$/)]],
          ['dawdles', ['accepted', expect.stringMatching(/^took \d+ ms$/)]],
        ]),
      );
    },
    TIMEOUT_MS,
  );
});
