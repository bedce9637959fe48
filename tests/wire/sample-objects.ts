import type { CounterData } from '../../src/gcov/counter-data.js';
import { identityChecksum } from '../../src/gcov/crc32.js';
import { writeData } from '../../src/gcov/write-data.js';
import type { DumpedObject } from './write-dump.js';

/** A GCC 12 image of two functions with these counts, without summary and end word. */
export function sampleObject(
  path: string,
  counts: readonly number[],
  stamp = 0x2e440001,
): DumpedObject {
  const functions = [counts.slice(0, 2), counts.slice(2)].map((values, index) => ({
    ident: 100 + index,
    lineChecksum: 200 + index,
    graphChecksum: 300 + index,
    counters: [{ kind: 0, values }],
  }));
  const data: CounterData = {
    endian: 'little',
    versionWord: 0x4232322a,
    stamp,
    checksum: identityChecksum(functions),
    summary: null,
    functions,
    hasEndWord: false,
  };
  return { path, bytes: writeData(data) };
}

export const PUMP = sampleObject('/fw/obj/pump.gcda', [7, 0, 300, 12, 1]);
export const VALVE = sampleObject('/fw/obj/valve.gcda', [3, 9, 0x12345, 0, 2], 0x2e440002);
