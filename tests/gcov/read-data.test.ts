import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import type { CounterData } from '../../src/gcov/counter-data.js';
import { identityChecksum } from '../../src/gcov/crc32.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';

const PUMP = { ident: 0x1aecdac4, lineChecksum: 0x1191cb48, graphChecksum: 0x4b213015 };
const VALVE = { ident: 0x11, lineChecksum: 0x22, graphChecksum: 0x33 };

function image(changes: Partial<CounterData> = {}): CounterData {
  return {
    endian: 'little',
    versionWord: 0x4232322a,
    stamp: 0x2e44110d,
    checksum: identityChecksum([PUMP, VALVE]),
    summary: { runs: 1, sumMax: 300 },
    functions: [
      { ...PUMP, counters: [{ kind: 0, values: [7, 0, 300] }] },
      { ...VALVE, counters: [{ kind: 0, values: [0, 0] }] },
    ],
    hasEndWord: true,
    ...changes,
  };
}

function withoutPlaces(data: CounterData): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value: unknown) => {
      if (key === 'offset' || key === 'remarks') return undefined;
      return typeof value === 'bigint' ? String(value) : value;
    }),
  );
}

function refusal(bytes: Uint8Array): { code: string; message: string; why: string | undefined } {
  try {
    readData(bytes, 'pump.gcda');
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    return { code: error.code, message: error.message, why: error.why };
  }
  throw new Error('nothing was refused');
}

function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value, true));
  return bytes;
}

describe('readData', () => {
  it.each([
    ['GCC 5.4 on AVR', { versionWord: 0x3530342a, checksum: null, summary: null }],
    ['GCC 9.3', { versionWord: 0x4139332a, checksum: null }],
    ['GCC 11.3', { versionWord: 0x4231332a, checksum: null }],
    ['GCC 12.2', {}],
    ['GCC 12.2, big endian', { endian: 'big' as const }],
    ['GCC 16.2', { versionWord: 0x4236322a }],
    ['a writer without summary and end word', { summary: null, hasEndWord: false }],
  ])('reads back what was written for %s', (_, changes) => {
    const data = image(changes);
    expect(withoutPlaces(readData(writeData(data), 'pump.gcda'))).toEqual(withoutPlaces(data));
  });

  it('keeps counters beyond 2^53 exact', () => {
    const values = [2 ** 53 - 1, 2n ** 53n, 2n ** 62n - 1n];
    const functions = [{ ...PUMP, counters: [{ kind: 0, values }] }];
    const data = image({ functions, checksum: identityChecksum([PUMP]) });
    expect(readData(writeData(data), 'x').functions[0]?.counters[0]?.values).toEqual(values);
  });

  it('reads placeholders, whose image cannot prove its checksum', () => {
    const data = image({ functions: [null, image().functions[1] ?? null] });
    expect(readData(writeData(data), 'x').functions[0]).toBeNull();
  });

  it('takes fill behind the image and says so', () => {
    const sound = writeData(image());
    for (const fill of [new Uint8Array(64), new Uint8Array(64).fill(0xff)]) {
      const data = readData(Buffer.concat([sound, fill]), 'x');
      expect(data.remarks).toEqual([`64 bytes of fill at byte ${sound.length} were ignored`]);
    }
    const open = writeData(image({ hasEndWord: false }));
    const data = readData(Buffer.concat([open, new Uint8Array(8).fill(0xff)]), 'x');
    expect(data.hasEndWord).toBe(false);
    expect(data.remarks).toEqual([`8 bytes of fill at byte ${open.length} were ignored`]);
  });

  it('refuses anything else behind the image', () => {
    const sound = writeData(image());
    expect(refusal(Buffer.concat([sound, sound]))).toEqual({
      code: 'BAD_DATA',
      message: 'pump.gcda goes on behind its end',
      why: `at byte ${sound.length} (0x${sound.length.toString(16)}): expected the end of the file or fill of zero or 0xff bytes, found ${sound.length} other bytes; the file says GCC 12.2`,
    });
  });

  it('refuses an image cut at any byte, except cleanly before the end word', () => {
    const sound = writeData(image());
    for (let size = 0; size < sound.length; size += 1) {
      if (size === sound.length - 4) continue;
      expect(refusal(sound.subarray(0, size)).code).toBe('BAD_DATA');
    }
  });

  it('refuses a changed identity word', () => {
    const bytes = writeData(image()).slice();
    bytes[40] = 0x99;
    expect(refusal(bytes)).toMatchObject({
      message: 'pump.gcda does not hold the functions its checksum was made for',
    });
  });

  it('refuses a file that is something else', () => {
    expect(refusal(Buffer.from('hello board'))).toEqual({
      code: 'BAD_DATA',
      message: 'pump.gcda is not a gcov data file (.gcda)',
      why: 'at byte 0 (0x0): expected "adcg" or "gcda", found the bytes 68 65 6c 6c',
    });
    expect(refusal(words(0x67636e6f, 0x4232322a)).why).toBe(
      'at byte 0 (0x0): expected "adcg" or "gcda", found the first word of a gcov notes file (.gcno)',
    );
  });

  it('refuses a compiler it does not know', () => {
    expect(refusal(words(0x67636461, 0x4331322a, 1))).toEqual({
      code: 'UNSUPPORTED_FORMAT',
      message: 'pump.gcda was written for a compiler whose layout is not known',
      why: 'at byte 4 (0x4): expected GCC 4.2 to 16, found GCC 21.2 (0x4331322a)',
    });
    expect(refusal(words(0x67636461, 0x01020304, 1)).message).toBe('pump.gcda has no version word');
  });

  it('refuses kinds out of order, counters of no function, functions that differ in kinds', () => {
    const two = [
      { kind: 5, values: [1] },
      { kind: 0, values: [1] },
    ];
    const one = image({ checksum: 0, functions: [{ ...PUMP, counters: two }] });
    expect(refusal(writeData(one)).message).toBe('pump.gcda holds counter records out of order');
    const orphan = words(0x67636461, 0x4232322a, 1, 0, 0x01a10000, 8, 1, 0);
    expect(refusal(orphan).message).toBe('pump.gcda holds counters of no function');
    const mixed = image({
      checksum: 0,
      functions: [
        { ...PUMP, counters: [{ kind: 0, values: [1] }] },
        { ...VALVE, counters: [] },
      ],
    });
    expect(refusal(writeData(mixed)).message).toBe(
      'pump.gcda holds a function with other counters than the rest',
    );
  });

  it('refuses a count no board reaches', () => {
    const functions = [{ ...PUMP, counters: [{ kind: 0, values: [1, 2n ** 63n - 5n] }] }];
    expect(refusal(writeData(image({ functions, checksum: 0 }))).why).toBe(
      'at byte 68 (0x44): expected an arc counter below 2^62, found 9223372036854775803; the file says GCC 12.2',
    );
  });

  it('does not grow with lengths that lie', () => {
    const head = [0x67636461, 0x4232322a, 1, 0, 0x01000000, 12, 1, 2, 3];
    expect(refusal(words(...head, 0x01a10000, 0x80000000)).message).toBe(
      'pump.gcda announces more counters than any object has',
    );
    expect(refusal(words(...head, 0x01a10000, 0x7ffffff8)).message).toBe(
      'pump.gcda ends too early',
    );
  });
});
