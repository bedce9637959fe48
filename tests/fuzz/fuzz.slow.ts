import { describe, it } from 'vitest';
import { expectSound } from './expect-sound.js';

// See CONTRIBUTING.md for these variables.
const {
  OTTO_FUZZ_SEED: seedText,
  OTTO_FUZZ_CASES: casesText = '10000',
  OTTO_FUZZ_CASE: caseText,
  OTTO_FUZZ_TARGET: onlyTarget,
  OTTO_FUZZ_KEEP: keep = null,
} = process.env;
const MOST_CPU_MS = 1000;
const TIMEOUT_MS = 3_600_000;

const seed = Number(seedText ?? Math.floor(Math.random() * 0x100000000));
const first = Number(caseText ?? 0);
const end = caseText === undefined ? Number(casesText) : first + 1;
const targets = ['gcov', 'image', 'dump'].filter((one) => (onlyTarget ?? one) === one);

describe(`damaged input, seed ${seed}`, () => {
  it.each(targets)(
    'for %s ends in a result gcov stands by or in a refusal that says why',
    async (target) => {
      const options = { target, seed, first, end, mostCpuMs: MOST_CPU_MS };
      process.stdout.write(`${await expectSound(options, keep)}\n`);
    },
    TIMEOUT_MS,
  );
});
