import { describe, expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { PUMP, sampleObject, VALVE } from './sample-objects.js';
import { hexdump, zephyrDump, type DumpedObject } from './write-dump.js';

const GROWN = sampleObject(PUMP.path, [8, 0, 301, 12, 1]);
const LOWER = sampleObject(PUMP.path, [1, 0, 2, 0, 1]);
const REBUILT = sampleObject(PUMP.path, [8, 0, 301, 12, 1], 0x77777777);

function decode(text: string): ReturnType<typeof decodeDump> {
  return decodeDump(Buffer.from(text), 'log');
}

function summary(text: string): unknown[] {
  return decode(text).objects.map(({ path, bytes, status }) => [path, Buffer.from(bytes), status]);
}

function expected(object: DumpedObject, status = 'ok'): unknown[] {
  return [object.path, Buffer.from(object.bytes), status];
}

describe.each([
  ['hexdumps', hexdump],
  ['Zephyr dumps', zephyrDump],
])('several %s in one log', (_, dump) => {
  const lineOf = (text: string): number =>
    dump === hexdump ? text.split('\n').length : text.split('\n').length + 1;

  it('of one boot are not added: the later one counts', () => {
    const first = dump([PUMP, VALVE]);
    const text = first + dump([GROWN, VALVE]);
    expect(summary(text)).toEqual([expected(GROWN), expected(VALVE)]);
    expect(decode(text).warnings).toEqual([
      `the dump at line ${lineOf('')} is from the same boot as the one at line ${lineOf(first)}: ` +
        'only the later one counts',
    ]);
  });

  it('whose counts went down are of two boots: only the later is used', () => {
    const first = dump([PUMP, VALVE]);
    const text = first + dump([LOWER]);
    expect(summary(text)).toEqual([expected(LOWER)]);
    expect(decode(text).warnings).toEqual([
      `the dump at line ${lineOf('')} is not used: counts of ${PUMP.path} are lower in the dump at ` +
        `line ${lineOf(first)}, so the board restarted or was zeroed in between`,
    ]);
  });

  it('of two builds are not mixed', () => {
    expect(summary(dump([PUMP, VALVE]) + dump([REBUILT]))).toEqual([expected(REBUILT)]);
  });

  it('with a restart in between are of two boots, whatever the counts', () => {
    const first = dump([PUMP, VALVE]);
    const text = `${first}*** Booting Zephyr OS build v4.1.0 ***\n${dump([GROWN])}`;
    expect(summary(text)).toEqual([expected(GROWN)]);
    expect(decode(text).warnings).toEqual([
      `the dump at line ${lineOf('')} is not used: the board restarted at line ` +
        `${first.split('\n').length}`,
    ]);
  });

  it('let an earlier sound copy stand in for a damaged or missing one of the same boot', () => {
    const damaged = dump([GROWN, VALVE]).replace(/(?<=gcda(?:<|\n0{8}: )61.?64.?6)3/g, 'x');
    const half = damaged.slice(0, damaged.indexOf(VALVE.path));
    const second = dump([GROWN]) + half;
    const result = decode(dump([PUMP, VALVE]) + second);
    expect(result.objects.map(({ path, status }) => [path, status])).toEqual([
      [PUMP.path, 'damaged'],
    ]);
    const whole = dump([GROWN, VALVE]);
    const at = whole.lastIndexOf(VALVE.path, whole.length - 60);
    const broken = decode(dump([PUMP, VALVE]) + whole.slice(0, at + 60));
    expect(broken.isComplete).toBe(true);
    expect(broken.objects.map(({ path, status }) => [path, status])).toEqual([
      [PUMP.path, 'ok'],
      [VALVE.path, 'repaired'],
    ]);
    expect(broken.objects[1]?.reason).toMatch(
      /^(?:damaged|not) in the dump at line \d+.*; taken from line \d+, same boot$/,
    );
  });

  it('started before the first ended leave the first one unfinished', () => {
    const first = dump([PUMP, VALVE]);
    const text = first.slice(0, first.indexOf(VALVE.path) + 60) + '\n' + dump([GROWN, VALVE]);
    expect(summary(text)).toEqual([expected(GROWN), expected(VALVE)]);
    expect(decode(text).isComplete).toBe(true);
  });

  it('broken off by a restart are said to be', () => {
    const first = dump([PUMP, VALVE]);
    const lines = first.split('\n');
    const end = lines.findIndex((line) => line.includes(VALVE.path)) + 1;
    const text = `${lines.slice(0, end).join('\n')}\n*** Booting Zephyr OS ***\n`;
    const result = decode(text);
    expect(result.isComplete).toBe(false);
    expect(result.objects.map(({ status }) => status)).toEqual(['ok', 'damaged']);
    expect(result.objects[1]?.reason).toMatch(/the board restarted at line \d+/);
  });

  it('of which the last brought nothing leave the one before', () => {
    const opener = dump === hexdump ? '' : 'GCOV_COVERAGE_DUMP_START\n';
    const text = `${dump([PUMP, VALVE])}*** Booting Zephyr OS ***\n${opener}`;
    expect(summary(text)).toEqual([expected(PUMP), expected(VALVE)]);
  });
});

describe('objects the firmware registers at start-up', () => {
  const registration = [PUMP, VALVE].map(({ path }) => `__gcov_init called for ${path}\n`).join('');

  it('are missing when the dump lacks them', () => {
    const result = decode(registration + hexdump([PUMP]));
    expect(result.objects.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      [PUMP.path, 'ok', undefined],
      [VALVE.path, 'missing', 'the firmware registered it at line 2, but it is not in the dump'],
    ]);
    expect(summary(registration + hexdump([PUMP, VALVE]))).toEqual([
      expected(PUMP),
      expected(VALVE),
    ]);
  });

  it('mark a restart when they come again', () => {
    const text = registration + hexdump([PUMP, VALVE]) + registration + hexdump([GROWN, VALVE]);
    expect(decode(text).warnings).toEqual([
      'the dump at line 3 is not used: the board restarted at line 24',
    ]);
    expect(summary(text)).toEqual([expected(GROWN), expected(VALVE)]);
  });
});

it('names the cause when the firmware ran out of memory', () => {
  const text = hexdump([PUMP]).replace('Gcov End', 'Out of memory!');
  expect(decode(text)).toMatchObject({
    isComplete: false,
    warnings: [
      '"Gcov End" of the dump at line 1 is missing: the firmware said "Out of memory!" at line ' +
        `${text.split('\n').length - 1} and stopped; instrument fewer files or give its gcov buffer more memory`,
    ],
  });
});
