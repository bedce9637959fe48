import { bytesOf, casesIn, CORPUS, FIXTURES } from '../gcov/gcov-cases.js';

/** Sound notes and their data. */
export interface GcovPair {
  /** The case and the data file. */
  readonly name: string;
  readonly notes: Uint8Array;
  readonly data: Uint8Array;
}

/** All pairs of the fixtures, and of the reference data when it is there, each once. */
export function gcovPairs(): readonly GcovPair[] {
  const pairs = new Map<string, GcovPair>();
  for (const { name, folder, dataFiles } of [...casesIn(FIXTURES), ...casesIn(CORPUS)]) {
    for (const { gcno, gcda } of dataFiles) {
      if (gcda === null) continue;
      const key = `${name}/${gcda}`;
      if (pairs.has(key)) continue;
      pairs.set(key, { name: key, notes: bytesOf(folder, gcno), data: bytesOf(folder, gcda) });
    }
  }
  return [...pairs.values()];
}
