import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { BenchError } from '../../src/base/bench-error.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { bytesOf, casesIn, CORPUS, FIXTURES } from './gcov-cases.js';

const REFERENCE = join(packageRoot(), '..', 'shared');

// clang's runtime, GCC 8 and before (long summaries) and a hand-written runtime write otherwise.
const WRITTEN_OTHERWISE = /^(clang|arm-none8|avr5-summary|avr14)/;

function roundTrip(bytes: Uint8Array): Buffer {
  return Buffer.from(writeData(readData(bytes, 'round trip')));
}

describe('writeData', () => {
  const cases = [...casesIn(FIXTURES), ...casesIn(CORPUS)].filter(
    ({ name }) => !WRITTEN_OTHERWISE.test(name),
  );
  it.each(cases)('writes $name as libgcov did', ({ folder, dataFiles }) => {
    for (const { gcda } of dataFiles) {
      if (gcda === null) continue;
      const bytes = bytesOf(folder, gcda);
      expect(roundTrip(bytes).equals(bytes)).toBe(true);
    }
  });

  it.skipIf(!existsSync(REFERENCE))('writes the rig and the vectors as libgcov did', () => {
    const folders = ['own', 'info'].map((kind) => join(REFERENCE, 'rig', 'out', kind, 'want'));
    const files = [
      ...folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file))),
      join(REFERENCE, 'vectors', 'pump.gcc12.libgcov.gcda'),
    ];
    expect(files.length).toBe(7);
    for (const file of files) {
      const bytes = readFileSync(file);
      expect(roundTrip(bytes).equals(bytes)).toBe(true);
    }
  });

  it('writes zeros out for clang, whose tool reads no shortened records', () => {
    const data = readData(bytesOf(join(FIXTURES, 'clang22-basic'), 'basic.gcda'), 'x');
    const zero = {
      ...data,
      functions: data.functions.map(
        (entry) =>
          entry && {
            ...entry,
            counters: entry.counters.map((record) => ({
              ...record,
              values: record.values.map(() => 0),
            })),
          },
      ),
    };
    expect(writeData(zero).length).toBe(writeData(data).length);
  });

  it('refuses a version word no compiler has', () => {
    const data = readData(bytesOf(join(FIXTURES, 'gcc12-basic-O0'), 'basic.gcda'), 'x');
    expect(() => writeData({ ...data, versionWord: 1 })).toThrow(
      new BenchError('UNSUPPORTED_FORMAT', 'a data file cannot be written for this compiler', {
        why: 'version word 0x1 is none that GCC writes',
      }),
    );
  });
});
