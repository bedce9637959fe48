import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import type { CounterData } from '../../src/gcov/counter-data.js';
import { readData } from '../../src/gcov/read-data.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { DumpDecoder } from '../../src/wire/dump-decoder.js';
import { firmwareLog, firmwareWant } from '../support/firmware.js';
import { PUMP, VALVE } from './sample-objects.js';
import { hexdump, withLineEnds, zephyrDump } from './write-dump.js';

const DUMPS = fileURLToPath(new URL('../../fixtures/dumps', import.meta.url));

function counts(bytes: Uint8Array): unknown {
  const { functions, stamp, checksum }: CounterData = readData(bytes, 'object');
  return { stamp, checksum, functions: functions.map((f) => f?.counters.map((c) => c.values)) };
}

function refusal(body: () => unknown): BenchError {
  try {
    body();
  } catch (error) {
    if (error instanceof BenchError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('decodeDump', () => {
  it.each(['n.log', 'n-noise.log', 'z.log', 'Z.log', 'z-noise.log'])(
    'reads the counters of the board from %s',
    (log) => {
      const result = decodeDump(firmwareLog(log), log);
      expect(result).toMatchObject({ isComplete: true, warnings: [] });
      expect(result.objects.map(({ path, status }) => [path.split('/').at(-1), status])).toEqual([
        ['session.gcda', 'ok'],
        ['filter.gcda', 'ok'],
        ['valve.gcda', 'ok'],
      ]);
      for (const object of result.objects) {
        expect(counts(object.bytes)).toEqual(counts(firmwareWant('own', object.path)));
      }
    },
  );

  it.each([
    ['nasa-gcc11.log', 'pump.gcc11.gcda', 'embedded-gcov hexdump', 1],
    ['nasa-gcc12-crcrlf.log', 'pump.gcc12.gcda', 'embedded-gcov hexdump', 1],
    ['zephyr-packed.log', 'pump.gcc12.gcda', 'zephyr dump', 3],
    ['zephyr-spaced.log', 'pump.gcc12.gcda', 'zephyr dump', 3],
    ['zephyr-tagged.log', 'pump.gcc12.gcda', 'zephyr dump', 3],
  ])('gives the image of %s byte for byte', (log, image, format, line) => {
    const result = decodeDump(readFileSync(join(DUMPS, log)), log);
    expect(result).toMatchObject({ formats: [format], warnings: [], isComplete: true });
    expect(result.objects).toHaveLength(1);
    expect(result.objects[0]).toMatchObject({
      path: '/fw/obj/pump.gcda',
      status: 'ok',
      origin: { source: log, format, line },
    });
    expect(Buffer.from(result.objects[0]!.bytes)).toEqual(readFileSync(join(DUMPS, image)));
  });

  it('names the object the firmware had no memory for, and the setting', () => {
    const result = decodeDump(readFileSync(join(DUMPS, 'zephyr-nomem.log')), 'board.log');
    expect(result.isComplete).toBe(false);
    expect(result.objects.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      ['/fw/obj/pump.gcda', 'ok', undefined],
      [
        '/fw/obj/huge.gcda',
        'damaged',
        'the firmware gave up on it: "No Mem available to continue dump"',
      ],
    ]);
    expect(result.warnings).toEqual([
      'the firmware said "No Mem available to continue dump" at line 4 and stopped dumping: ' +
        'enlarge CONFIG_COVERAGE_GCOV_HEAP_SIZE, or set it to 0 to print without a buffer',
    ]);
  });

  it('gives the same result however the log is chunked', () => {
    const logs = ['n-noise.log', 'z.log', 'Z.log'].map(firmwareLog);
    logs.push(Buffer.from(withLineEnds(hexdump([PUMP, VALVE]), '\r\r\n')));
    logs.push(Buffer.from(withLineEnds(zephyrDump([PUMP, VALVE]), '\r')));
    fc.assert(
      fc.property(
        fc.constantFrom(...logs),
        fc.array(fc.integer({ min: 1, max: 500 })),
        (log, sizes) => {
          const decoder = new DumpDecoder('log');
          let start = 0;
          for (const size of sizes) {
            // A reader may use one buffer for every chunk.
            const chunk = Buffer.from(log.subarray(start, start + size));
            decoder.push(chunk);
            chunk.fill(0x21);
            start += size;
          }
          decoder.push(log.subarray(start));
          expect(decoder.end()).toEqual(decodeDump(log, 'log'));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('says what was looked for when there is no dump', () => {
    expect(
      refusal(() => decodeDump(Buffer.from('rig> help\r\nx n z\r\n'), 'board.log')),
    ).toMatchObject({
      code: 'NO_DUMP_FOUND',
      message: 'board.log holds no coverage dump',
      why:
        'read 18 bytes in 2 lines and found none of: framed dump, embedded-gcov hexdump, zephyr dump, ' +
        'gcfn stream in base64, gcfn stream in nibble-swapped hex, gcfn stream in hex, ' +
        'gcfn stream in letters, nuttx dump, old rtems dump, nxp system manager dump, nuclei dump, ' +
        'gcda image in hex, embedded-gcov binary block, binary gcfn stream, zephyr shared memory',
      hints: ['send the dump command of the firmware and log its whole answer'],
    });
    expect(refusal(() => decodeDump(new Uint8Array(), 'board.log')).why).toBe('it is empty');
    const noise = Buffer.from(Array.from({ length: 400 }, (_, index) => 0x80 + (index % 64)));
    expect(refusal(() => decodeDump(noise, 'board.log')).hints.at(-1)).toBe(
      '400 bytes are no text: check the baud rate of the log',
    );
  });

  it('refuses the end of a dump without its beginning', () => {
    const tail = 'ff 00\r\nGCOV_COVERAGE_DUMP_END\r\n';
    expect(refusal(() => decodeDump(Buffer.from(tail), 'board.log'))).toMatchObject({
      code: 'DAMAGED_DUMP',
      message: 'board.log holds a dump without any object',
      why: 'GCOV_COVERAGE_DUMP_START is missing before line 2: objects dumped before are lost',
    });
    expect(refusal(() => decodeDump(Buffer.from('Gcov End\n'), 'board.log'))).toMatchObject({
      code: 'DAMAGED_DUMP',
      why: 'the beginning of the dump before line 1 is missing',
    });
  });

  it('uses what is whole of a dump whose head is lost, and says so', () => {
    const zephyr = zephyrDump([PUMP, VALVE]).split('\n').slice(3).join('\n');
    const result = decodeDump(Buffer.from(zephyr), 'log');
    expect(result.isComplete).toBe(false);
    expect(result.objects.map(({ path, status }) => [path, status])).toEqual([[VALVE.path, 'ok']]);
    const rows = hexdump([PUMP, VALVE]).split('\n').slice(4).join('\n');
    const hexResult = decodeDump(Buffer.from(rows), 'log');
    expect(hexResult.isComplete).toBe(false);
    expect(hexResult.objects.map(({ path, status }) => [path, status])).toEqual([
      [PUMP.path, 'damaged'],
      [VALVE.path, 'ok'],
    ]);
  });

  it('says when the end is missing and does not believe the open object', () => {
    const cut = hexdump([PUMP, VALVE]).slice(0, -40);
    const result = decodeDump(Buffer.from(cut), 'log');
    expect(result.isComplete).toBe(false);
    expect(result.warnings).toEqual(['"Gcov End" of the dump at line 1 is missing']);
    expect(result.objects.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      [PUMP.path, 'ok', undefined],
      [VALVE.path, 'damaged', 'the log ends before its closing line'],
    ]);
    const zephyr = zephyrDump([PUMP, VALVE]).replace('GCOV_COVERAGE_DUMP_END', '');
    const zephyrResult = decodeDump(Buffer.from(zephyr), 'log');
    expect(zephyrResult.isComplete).toBe(false);
    expect(zephyrResult.objects.map(({ status }) => status)).toEqual(['ok', 'damaged']);
  });

  it('explains a writer that is older than the compiler', () => {
    const bytes = Buffer.concat([PUMP.bytes.subarray(0, 12), PUMP.bytes.subarray(16)]);
    const result = decodeDump(Buffer.from(hexdump([{ path: PUMP.path, bytes }])), 'log');
    expect(result.objects[0]?.reason).toBe(
      'the writer in the firmware leaves out the checksum word that GCC 12 and later have: it needs the change for GCC 12',
    );
    const header = {
      path: PUMP.path,
      bytes: Buffer.from(readFileSync(join(DUMPS, 'pump.gcc11.gcda'))).subarray(0, 12),
    };
    expect(decodeDump(Buffer.from(hexdump([header])), 'log').objects[0]?.reason).toBe(
      'only a header arrived: the writer in the firmware found no functions, as when it was made for another GCC version',
    );
  });

  it('keeps UTF-8 in paths', () => {
    const object = { path: '/fw/größe/ventil.gcda', bytes: PUMP.bytes };
    for (const text of [hexdump([object]), zephyrDump([object])]) {
      expect(decodeDump(Buffer.from(text), 'log').objects[0]).toMatchObject({
        path: object.path,
        status: 'ok',
      });
    }
  });

  it('gives up on a dump without end, and on nothing before', () => {
    const log = `GCOV_COVERAGE_DUMP_START\n${'*a.gcda<61'.repeat(60_000)}\n`;
    expect(refusal(() => decodeDump(Buffer.from(log), 'log'))).toMatchObject({
      code: 'DAMAGED_DUMP',
      message: 'log holds a dump without end',
      why: 'more than 50000 objects arrived by line 2',
    });
  });

  it.each([
    'x* ',
    '*a.gcda<61',
    '61 ',
    'Emitting 1 bytes for ',
    '\u001b]a\u001b[',
    '__gcov_init called for a.gcda',
  ])('takes an endless line of %j in its stride', (piece) => {
    const line = Buffer.alloc(3_000_000, piece);
    expect(refusal(() => decodeDump(line, 'log')).code).toBe('NO_DUMP_FOUND');
  });
});
