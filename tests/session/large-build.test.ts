import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { countsJson } from '../../src/gcov/counts-json.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { decodeEvidence, mergedCounts, type Evidence } from '../../src/session/decode-evidence.js';
import { tempFolders } from '../support/temp-folder.js';

const CASES = fileURLToPath(new URL('../../fixtures/gcov', import.meta.url));
const UNITS = 400;
const STAMP_OFFSET = 8;

const folder = tempFolders('otto-large-');

interface Pair {
  readonly notes: Buffer;
  readonly data: Buffer;
}

/** One pair of each compiler; clang's functions hold the stamp as well, so those cannot be varied. */
function readPairs(): readonly Pair[] {
  return readdirSync(CASES)
    .filter((name) => !/^(?:clang|bad|README)/.test(name))
    .flatMap((name) => {
      const data = readdirSync(join(CASES, name)).find((file) => file.endsWith('.gcda'));
      if (data === undefined) return [];
      const path = join(CASES, name, data);
      return [{ notes: readFileSync(path.replace(/gcda$/, 'gcno')), data: readFileSync(path) }];
    });
}

function stamped(bytes: Buffer, stamp: number): Buffer {
  const copy = Buffer.from(bytes);
  if (/^(?:adcg|oncg)/.test(copy.toString('latin1', 0, 4))) copy.writeUInt32LE(stamp, STAMP_OFFSET);
  else copy.writeUInt32BE(stamp, STAMP_OFFSET);
  return copy;
}

interface Unit {
  readonly notes: string;
  readonly object: RawObject;
}

/** `stampOf` gives units their stamps; all have one of four base names, each in a folder of its own. */
function writeBuild(root: string, stampOf: (unit: number, kinds: number) => number): Unit[] {
  const pairs = readPairs();
  return Array.from({ length: UNITS }, (_, unit) => {
    const pair = pairs[unit % pairs.length];
    if (pair === undefined) throw new Error('there are no pairs');
    const place = join(root, `d${String(unit).padStart(3, '0')}`);
    mkdirSync(place, { recursive: true });
    const stem = join(place, `unit${unit % 4}`);
    const stamp = stampOf(unit, pairs.length);
    writeFileSync(`${stem}.gcno`, stamped(pair.notes, stamp));
    const path = `${stem}.gcda`;
    const origin = { source: path, format: 'gcda file' };
    const object = { path, bytes: stamped(pair.data, stamp), status: 'ok' as const, origin };
    return { notes: `${stem}.gcno`, object };
  });
}

function jsonOf(evidence: Evidence): string {
  return countsJson(mergedCounts(evidence).values(), evidence.objects, []);
}

describe('a build of hundreds of units', () => {
  it.each([
    ['their own stamps', (unit: number) => 1000 + unit],
    // Units that are compiled at once share theirs; what tells them apart is their functions.
    [
      'a stamp shared by units of different functions',
      (unit: number, kinds: number) => Math.floor(unit / kinds) + 5,
    ],
  ])('with %s counts what its units count alone', async (_, stampOf) => {
    const root = folder();
    const units = writeBuild(root, stampOf);
    const options = { plan: null, partial: false };
    const alone: Evidence[] = [];
    for (const { notes, object } of units) {
      alone.push(await decodeEvidence([object], [], { ...options, notes: [notes] }));
    }
    const whole = await decodeEvidence(
      units.map(({ object }) => object),
      [],
      { ...options, notes: [root] },
    );
    expect(whole.units).toHaveLength(UNITS);
    expect(jsonOf(whole)).toBe(
      jsonOf({
        units: alone.flatMap((one) => one.units),
        counts: [],
        objects: alone.flatMap((one) => one.objects),
        raw: [],
        warnings: [],
      }),
    );
  });
});
