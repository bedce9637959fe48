import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBenchError } from '../../src/base/bench-error.js';
import type { CounterData } from '../../src/gcov/counter-data.js';
import { identityChecksum } from '../../src/gcov/crc32.js';
import { writeData } from '../../src/gcov/write-data.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { DumpDecoder } from '../../src/wire/dump-decoder.js';
import type { DumpResult } from '../../src/wire/dump-result.js';
import { EVERY_FORMAT } from './every-format.js';
import { PUMP, VALVE } from './sample-objects.js';
import type { DumpedObject } from './write-dump.js';

const VERSIONS = [0x4232322a, 0x4233352a, 0x4235332a, 0x42303452];
const BEFORE = Buffer.from('\r\n*** ready ***\r\nrig> dump\r\n');
const AFTER = Buffer.from('\r\nrig> ');

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const count = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);

/** Objects of one program: one compiler, one byte order, end words or none. */
const program: fc.Arbitrary<DumpedObject[]> = fc
  .record({
    endian: fc.constantFrom('little' as const, 'big' as const),
    versionWord: fc.constantFrom(...VERSIONS),
    hasEndWord: fc.boolean(),
    units: fc.array(
      fc.array(fc.array(count, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }),
      { minLength: 1, maxLength: 5 },
    ),
    stamp: uint32,
  })
  .map(({ units, stamp, ...common }) =>
    units.map((unit, index) => {
      const functions = unit.map((values, number) => ({
        ident: 1000 * index + number,
        lineChecksum: stamp ^ number,
        graphChecksum: (stamp >>> 1) + number,
        counters: [{ kind: 0, values }],
      }));
      for (const entry of functions) entry.lineChecksum >>>= 0;
      const data: CounterData = {
        ...common,
        stamp: (stamp + index) >>> 0,
        checksum: identityChecksum(functions),
        summary: null,
        functions,
      };
      const path = `/fw/obj/unit ${index}`.replace(' ', '-') + '.gcda';
      return { path, bytes: writeData(data) };
    }),
  );

function inChunks(log: Uint8Array, sizes: readonly number[]): DumpResult {
  const decoder = new DumpDecoder('log');
  let at = 0;
  for (let turn = 0; at < log.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    decoder.push(log.subarray(at, at + size));
    at += size;
  }
  return decoder.end();
}

/** What it gives, or why it gives nothing. */
function outcome(decode: () => DumpResult): unknown {
  try {
    return decode();
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return [error.code, error.message, error.why];
  }
}

function images(result: DumpResult): unknown[] {
  return result.objects.map(({ path, status, reason, bytes }) => [
    path,
    status,
    reason,
    Buffer.from(bytes).toString('hex'),
  ]);
}

function wanted(objects: readonly DumpedObject[]): unknown[] {
  return objects.map(({ path, bytes }) => [
    path,
    'ok',
    undefined,
    Buffer.from(bytes).toString('hex'),
  ]);
}

describe.each(EVERY_FORMAT)('$name', ({ format, write }) => {
  it('gives back what was written, alone and on a console', () => {
    fc.assert(
      fc.property(program, (objects) => {
        for (const log of [write(objects), Buffer.concat([BEFORE, write(objects), AFTER])]) {
          const result = decodeDump(log, 'log');
          expect(images(result)).toEqual(wanted(objects));
          expect(result).toMatchObject({ formats: [format], warnings: [], isComplete: true });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same however it is chunked', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    const fault = fc.option(
      fc.record({ at: fc.nat(), size: fc.nat(3), noise: fc.uint8Array({ maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(program, sizes, fault, (objects, chunkSizes, damage) => {
        let log = Buffer.concat([BEFORE, write(objects), AFTER, write(objects), AFTER]);
        if (damage !== null) {
          const at = damage.at % log.length;
          log = Buffer.concat([log.subarray(0, at), damage.noise, log.subarray(at + damage.size)]);
        }
        expect(outcome(() => inChunks(log, chunkSizes))).toEqual(
          outcome(() => decodeDump(log, 'log')),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is one reading when it is dumped twice', () => {
    const log = Buffer.concat([write([PUMP, VALVE]), AFTER, write([PUMP, VALVE]), AFTER]);
    const result = decodeDump(log, 'log');
    expect(images(result)).toEqual(wanted([PUMP, VALVE]));
    expect(result.isComplete).toBe(true);
    expect(result.warnings).toEqual([
      expect.stringMatching(
        /^the dump at line \d+ is from the same boot as the one at line \d+: only the later one counts$/,
      ),
    ]);
  });

  it('keeps units that share a path', () => {
    const shared = [PUMP, VALVE].map(({ bytes }) => ({ path: './main.gcda', bytes }));
    const result = decodeDump(Buffer.concat([BEFORE, write(shared), AFTER]), 'log');
    expect(images(result)).toEqual(wanted(shared));
    expect(result.isComplete).toBe(true);
  });

  it('is found beside a dump in any other format', () => {
    for (const other of EVERY_FORMAT) {
      const log = Buffer.concat([write([PUMP]), AFTER, other.write([PUMP, VALVE]), AFTER]);
      const result = decodeDump(log, 'log');
      expect([other.name, images(result)]).toEqual([other.name, wanted([PUMP, VALVE])]);
      expect(result.isComplete).toBe(true);
      expect(new Set(result.formats)).toEqual(new Set([format, other.format]));
    }
  });
});
