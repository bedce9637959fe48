import { describe, expect, it } from 'vitest';
import { readData } from '../../src/gcov/read-data.js';
import { DumpDecoder } from '../../src/wire/dump-decoder.js';
import { PUMP, sampleObject, VALVE } from './sample-objects.js';
import { hexdump, zephyrDump, type DumpedObject } from './write-dump.js';

const BANNER = '*** Booting Zephyr OS build v4.1.0 ***\n';
const LOWER = sampleObject(PUMP.path, [1, 5, 2, 0, 1]);
const REBUILT = sampleObject(PUMP.path, [1, 5, 2, 0, 1], 0x77777777);

function decode(text: string, addsBoots = true): ReturnType<DumpDecoder['end']> {
  const decoder = new DumpDecoder('log', { addsBoots });
  decoder.push(Buffer.from(text));
  return decoder.end();
}

function counts({ path, bytes }: Pick<DumpedObject, 'path' | 'bytes'>): unknown {
  const { functions } = readData(bytes, path);
  return [path, functions.flatMap((entry) => [...(entry?.counters[0]?.values ?? [])])];
}

describe.each([
  ['hexdumps', hexdump],
  ['Zephyr dumps', zephyrDump],
])('boots in a log of %s', (_, dump) => {
  const lineOf = (text: string): number => text.split('\n').length + (dump === hexdump ? 0 : 1);

  it('are added, each with its last dump', () => {
    const first = dump([PUMP]) + dump([sampleObject(PUMP.path, [8, 0, 300, 12, 1]), VALVE]);
    const second = `${first}${BANNER}${dump([LOWER, VALVE])}`;
    const result = decode(`${second}${BANNER}${dump([LOWER, VALVE])}`);
    expect(result.objects.map(counts)).toEqual([LOWER, VALVE].map(counts));
    expect(result.earlierBoots.map(counts)).toEqual([
      [PUMP.path, [9, 5, 302, 12, 2]],
      [VALVE.path, [6, 18, 0x2468a, 0, 4]],
    ]);
    expect(result.warnings.slice(1)).toEqual([
      `the dump at line ${lineOf(dump([PUMP]))} is from an earlier boot, the board restarted at line ${first.split('\n').length}: its counts are added`,
      `the dump at line ${lineOf(`${first}${BANNER}`)} is from an earlier boot, the board restarted at line ${second.split('\n').length}: its counts are added`,
    ]);
  });

  it('are added where only lower counts tell them apart, which a warning says', () => {
    const first = dump([PUMP, VALVE]);
    const result = decode(first + dump([LOWER, VALVE]));
    expect(result.earlierBoots.map(counts)).toEqual([PUMP, VALVE].map(counts));
    expect(result.warnings).toEqual([
      `the dump at line ${lineOf('')} is from an earlier boot, counts of ${PUMP.path} are lower in the dump at line ${lineOf(first)}: its counts are added; if they were zeroed in between, cut the log there`,
    ]);
  });

  it('are told apart by a banner behind a prompt too', () => {
    const text = `${dump([PUMP])}uart:~$ ${BANNER}${dump([PUMP])}`;
    expect(decode(text).earlierBoots.map(counts)).toEqual([PUMP].map(counts));
  });

  it('are not added when they ran another build, nor when only the last one is asked for', () => {
    const text = (last: DumpedObject): string => `${dump([PUMP])}${BANNER}${dump([last])}`;
    expect(decode(text(REBUILT)).earlierBoots).toEqual([]);
    expect(decode(text(LOWER), false).earlierBoots).toEqual([]);
  });

  it('give what arrived whole of them', () => {
    const cut = dump([PUMP, VALVE]);
    const half = cut.slice(0, cut.indexOf(VALVE.path) + VALVE.path.length + 20);
    const result = decode(`${half}\n${BANNER}${dump([LOWER, VALVE])}`);
    expect(result.earlierBoots.map(counts)).toEqual([PUMP].map(counts));
    expect(result.warnings.at(-1)).toMatch(
      /its counts are added, without 1 object that arrived damaged$/,
    );
    expect(result.objects.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });
});
