import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SeededRandom } from '../../scripts/seeded-random.js';
import { isBenchError } from '../../src/base/bench-error.js';
import { packageRoot } from '../../src/base/package-root.js';
import { readData } from '../../src/gcov/read-data.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { DumpDecoder } from '../../src/wire/dump-decoder.js';
import { FIRMWARE } from '../support/firmware.js';
import { mutateBytes, splice, type Mutation } from './byte-mutation.js';
import type { FuzzCase, FuzzOutcome, FuzzTarget } from './fuzz-target.js';

const LOG = 'console.log';
const LINE_FEED = 10;
const NOISE = ['\r\n[00:01:02] wdt: fed\r\n', '\x1b[2K', '\0\0\0', 'rig> ', '\xff\xfe', '\r'];

/** Console logs in every format, damaged, and cut into other chunks than they came in. */
export function dumpTarget(): FuzzTarget {
  const logs = [join(packageRoot(), 'fixtures', 'dumps'), join(FIRMWARE, 'logs')].flatMap(
    (folder) =>
      readdirSync(folder)
        .filter((name) => /\.(log|bin)$/.test(name))
        .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
        .filter(({ bytes }) => isDump(bytes)),
  );
  return {
    name: 'dump',
    make(random) {
      const { name, bytes } = random.pick(logs);
      const texts = [name];
      let log: Uint8Array = bytes;
      for (let step = random.between(1, 3); step > 0; step -= 1) {
        const mutation = random.chance(0.5) ? mutateBytes(log, random) : mutateLines(log, random);
        log = mutation.bytes;
        texts.push(mutation.text);
      }
      return { recipe: texts.join('; '), origin: name, files: new Map([[LOG, log]]) };
    },
    run: runCase,
  };
}

/** Formats that are only recognised, to say so, are not worth their cases. */
function isDump(log: Uint8Array): boolean {
  try {
    return decodeDump(log, LOG).objects.length > 0;
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return false;
  }
}

/** Loses, doubles, swaps or disturbs whole lines. */
function mutateLines(log: Uint8Array, random: SeededRandom): Mutation {
  const start = log.indexOf(LINE_FEED, random.below(log.length + 1)) + 1;
  const feed = log.indexOf(LINE_FEED, start);
  const end = feed === -1 ? log.length : feed + 1;
  const line = log.subarray(start, end);
  switch (random.below(4)) {
    case 0:
      return { text: `line at ${start} lost`, bytes: splice(log, start, end - start, []) };
    case 1:
      return { text: `line at ${start} doubled`, bytes: splice(log, start, 0, line) };
    case 2: {
      const to = log.indexOf(LINE_FEED, random.below(log.length + 1)) + 1;
      return { text: `line at ${start} again at ${to}`, bytes: splice(log, to, 0, line) };
    }
    default: {
      const noise = Buffer.from(random.pick(NOISE), 'latin1');
      const at = random.below(log.length + 1);
      return {
        text: `${JSON.stringify(noise.toString('latin1'))} at ${at}`,
        bytes: splice(log, at, 0, noise),
      };
    }
  }
}

function runCase({ files }: FuzzCase): FuzzOutcome {
  const log = files.get(LOG)!;
  try {
    const { objects } = decodeDump(log, LOG);
    for (const { path, bytes, status } of objects) {
      if (status === 'ok' || status === 'repaired') readData(bytes, path);
    }
    return { result: 'accepted', problem: null, verify: () => differenceInChunks(log) };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    const { code, message, why } = error;
    const problem = code === 'INTERNAL' || code === 'BAD_DATA' ? `${message}: ${why ?? ''}` : null;
    return { result: code, problem };
  }
}

/** What a log gives must not depend on how it came in. */
function differenceInChunks(log: Uint8Array): string | null {
  const random = new SeededRandom(log.length);
  const decoder = new DumpDecoder(LOG);
  for (let start = 0; start < log.length;) {
    const end = start + random.pick([1, 2, 3, 64, 1000]);
    decoder.push(log.subarray(start, end));
    start = end;
  }
  return isDeepStrictEqual(decoder.end(), decodeDump(log, LOG))
    ? null
    : 'gives something else when it comes in small chunks';
}
