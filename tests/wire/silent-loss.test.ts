import { describe, expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import type { DumpResult } from '../../src/wire/dump-result.js';
import { PUMP, sampleObject, VALVE } from './sample-objects.js';
import { hexdump, zephyrDump } from './write-dump.js';

const GROWN = sampleObject(PUMP.path, [8, 0, 301, 12, 1]);
const MAIN_A = { ...PUMP, path: './main.gcda' };
const MAIN_B = { ...VALVE, path: './main.gcda' };
const FILTER = sampleObject('/fw/obj/filter.gcda', [1, 1, 1, 1, 1], 0x2e440003);

function decode(text: string): DumpResult {
  return decodeDump(Buffer.from(text, 'latin1'), 'log');
}

function summary(result: DumpResult): unknown[] {
  return result.objects.map(({ path, status }) => [path, status]);
}

describe.each([
  ['a hexdump', hexdump],
  ['a Zephyr dump', zephyrDump],
])('in %s', (_, dump) => {
  it('units that share a path are all kept, since builds may shorten paths', () => {
    const result = decode(dump([MAIN_A, FILTER, MAIN_B]));
    expect(result.objects.map(({ bytes }) => Buffer.from(bytes))).toEqual(
      [MAIN_A, FILTER, MAIN_B].map(({ bytes }) => Buffer.from(bytes)),
    );
    expect(result).toMatchObject({ isComplete: true, warnings: [] });
  });

  it('units that share a path are compared with themselves when it is dumped again', () => {
    const grown = { ...GROWN, path: MAIN_A.path };
    const result = decode(dump([MAIN_A, MAIN_B]) + dump([grown, MAIN_B]));
    expect(result.objects.map(({ bytes }) => Buffer.from(bytes))).toEqual(
      [grown, MAIN_B].map(({ bytes }) => Buffer.from(bytes)),
    );
    expect(result.isComplete).toBe(true);
  });

  it('a dump before it with other objects leaves the result incomplete', () => {
    const result = decode(dump([PUMP]) + dump([VALVE, FILTER]));
    expect(summary(result)).toEqual([
      [VALVE.path, 'ok'],
      [FILTER.path, 'ok'],
    ]);
    expect(result.isComplete).toBe(false);
    expect(result.warnings).toEqual([
      expect.stringMatching(
        /^the dump at line \d+ is not used: it has no sound object in common with the dump at line \d+$/,
      ),
    ]);
  });

  it('a later dump with all objects completes what was left out before', () => {
    const text = dump([PUMP]) + dump([VALVE, FILTER]) + dump([GROWN, VALVE, FILTER]);
    const result = decode(text);
    expect(summary(result)).toEqual([
      [PUMP.path, 'ok'],
      [VALVE.path, 'ok'],
      [FILTER.path, 'ok'],
    ]);
    expect(result.isComplete).toBe(true);
  });

  it('an empty dump does not complete a cut one', () => {
    const cut = dump([PUMP, VALVE]).replace(/(?:GCOV_COVERAGE_DUMP_END|Gcov End)\n$/, '');
    const result = decode(cut + dump([]));
    expect(result.isComplete).toBe(dump === hexdump);
  });

  it('a damaged name of an earlier dump does not spoil a whole dump after it', () => {
    const text = dump([PUMP, VALVE]);
    const renamed = text.replaceAll(VALVE.path, '/fw/obj/va#ve.gcda');
    const spoiled = renamed.replace(/(?<=va#ve.gcda(?:<|\n0{8}: ))6/, 'x');
    for (const first of [renamed, spoiled]) {
      const result = decode(first + text);
      expect(summary(result)).toEqual([
        [PUMP.path, 'ok'],
        [VALVE.path, 'ok'],
      ]);
      expect(result.isComplete).toBe(true);
    }
  });
});

it('a second end line in the middle of a hexdump leaves the result incomplete', () => {
  const text = hexdump([PUMP, VALVE]).replace(`${PUMP.path}\nEmit`, `${PUMP.path}\nGcov End\nEmit`);
  expect(decode(text)).toMatchObject({ isComplete: false });
});

describe('a Zephyr record', () => {
  it('on the line of the start marker is read', () => {
    const text = zephyrDump([PUMP, VALVE]).replace('START\n*', 'START*');
    expect(summary(decode(text))).toEqual([
      [PUMP.path, 'ok'],
      [VALVE.path, 'ok'],
    ]);
  });

  it.each([
    ['whose "<" is lost', (text: string) => text.replace(`${VALVE.path}<`, `${VALVE.path} `)],
    ['whose name is lost', (text: string) => text.replace(`*${VALVE.path}<`, '')],
    ['whose name is noise', (text: string) => text.replace(`*${VALVE.path}<`, '\u00c3[ #')],
    [
      'cut on the line of the start marker',
      (text: string) => text.replace(`START\n*${PUMP.path}<`, 'START'),
    ],
  ])('%s makes the dump incomplete', (__, damage) => {
    for (const separator of ['', ' '] as const) {
      const result = decode(damage(zephyrDump([PUMP, VALVE], separator)));
      const isReported =
        !result.isComplete || result.objects.some(({ status }) => status === 'damaged');
      expect(isReported).toBe(true);
    }
  });

  it('of two boards whose lines alternate is not believed', () => {
    const other = [sampleObject(PUMP.path, [9, 1, 1, 1, 1]), VALVE];
    const lines = [PUMP, ...other].map((object) => zephyrDump([object]).trim().split('\n')[1]);
    const text = `GCOV_COVERAGE_DUMP_START\n${lines.join('\n')}\nGCOV_COVERAGE_DUMP_END\n`;
    expect(decode(text).objects).toMatchObject([
      {
        path: PUMP.path,
        status: 'damaged',
        reason:
          'it came twice in one dump, and counts are lower at line 3 than at line 2: the log mixes ' +
          'two boards or two boots',
      },
      { path: VALVE.path, status: 'ok' },
    ]);
  });

  it('that came twice unchanged counts once', () => {
    const line = `*${PUMP.path}<${Buffer.from(PUMP.bytes).toString('hex')}\n`;
    const result = decode(zephyrDump([PUMP, VALVE]).replace(line, line + line));
    expect(summary(result)).toEqual([
      [PUMP.path, 'ok'],
      [VALVE.path, 'ok'],
    ]);
    expect(result).toMatchObject({ isComplete: true, warnings: [] });
  });

  it('that grew by a word of zeros at its end is damaged when the others have none', () => {
    const hex = Buffer.from(VALVE.bytes).toString('hex');
    const counters = hex.lastIndexOf('45230100');
    const grown = `${hex.slice(0, counters - 16)}deadbeef${hex.slice(counters - 16)}`;
    const zeros = `${hex}00000000`;
    expect(grown).toHaveLength(zeros.length);
    const text = zephyrDump([PUMP, FILTER, VALVE]).replace(hex, zeros);
    expect(decode(text).objects.at(-1)).toMatchObject({
      status: 'damaged',
      reason:
        'it ends with a zero word, which the other images of the dump do not: bytes were put into it',
    });
  });
});
