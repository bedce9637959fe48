import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SeededRandom } from '../../scripts/seeded-random.js';
import { findingsOf, fuzzText } from './fuzz-report.js';
import { fuzzTarget } from './fuzz-targets.js';
import { runFuzz, type FuzzOptions } from './run-fuzz.js';

/**
 * Runs fuzz cases and fails with every one in which something is wrong. Gives the report in words.
 * With `keep`, the files of such cases are written to a folder each below it.
 */
export async function expectSound(options: FuzzOptions, keep: string | null): Promise<string> {
  const { target: name, seed, first, end } = options;
  const report = await runFuzz(options);
  const target = fuzzTarget(name);
  const text = fuzzText(report, (index) => target.make(new SeededRandom(seed, index)).recipe);
  const findings = findingsOf(report);
  for (const { index } of keep === null ? [] : findings) {
    const folder = join(keep ?? '', `${name}-${seed}-${index}`);
    mkdirSync(folder, { recursive: true });
    for (const [file, bytes] of target.make(new SeededRandom(seed, index)).files) {
      writeFileSync(join(folder, file), bytes);
    }
  }
  if (findings.length > 0) expect.fail(text);
  expect(report.cases.length).toBe(end - first);
  return text;
}
