import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { checkAgainstPlan } from '../../src/image/check-against-plan.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { firmwareElf, firmwareLog } from '../support/firmware.js';
import { EVERY_FORMAT } from './every-format.js';
import { hexdump, zephyrDump, type DumpedObject } from './write-dump.js';

const plan = planCounters(firmwareElf('own'), 'rig.elf');
const clean = new Map(
  decodeDump(firmwareLog('z.log'), 'log').objects.map(({ path, bytes }) => [path, bytes]),
);
const objects: DumpedObject[] = [...clean].map(([path, bytes]) => ({ path, bytes }));
const LOGS: readonly [string, string][] = [
  ['a hexdump', firmwareLog('n.log').toString('latin1')],
  ['a packed Zephyr dump', firmwareLog('z.log').toString('latin1')],
  ['a spaced Zephyr dump', firmwareLog('Z.log').toString('latin1')],
  ['a folded Zephyr dump', zephyrDump(objects).replace(/(.{100})(?=.)/g, '$1\n')],
  ['a hexdump with LF', hexdump(objects)],
  ['a stream in hex of the board', firmwareLog('h.log').toString('latin1')],
  ['a stream in letters of the board', firmwareLog('p.log').toString('latin1')],
  ['a stream in base64 of the board', firmwareLog('b.log').toString('latin1')],
  ...EVERY_FORMAT.filter(({ format }) => !/hexdump|zephyr dump/.test(format)).map(
    ({ name, write }): [string, string] => [name, write(objects).toString('latin1')],
  ),
];

type Verdict = 'equal' | 'reported' | 'counts differ' | 'silently wrong';

/** What a tester who has the ELF would make of the log. */
function verdictOn(log: string): Verdict {
  let checked: RawObject[];
  try {
    const result = decodeDump(Buffer.from(log, 'latin1'), 'log');
    checked = checkAgainstPlan(result.objects, plan);
    if (!result.isComplete) return 'reported';
  } catch (error) {
    if (error instanceof BenchError) return 'reported';
    throw error;
  }
  if (checked.some(({ status }) => status !== 'ok')) return 'reported';
  const worst = checked.map(({ path, bytes }) => compare(clean.get(path)!, bytes));
  if (worst.includes('silently wrong')) return 'silently wrong';
  return worst.includes('counts differ') ? 'counts differ' : 'equal';
}

function soundObjects(log: string): RawObject[] {
  try {
    const { objects: found } = decodeDump(Buffer.from(log, 'latin1'), 'log');
    return found.filter(({ status }) => status === 'ok' || status === 'repaired');
  } catch (error) {
    if (error instanceof BenchError) return [];
    throw error;
  }
}

/** `counts differ` when nothing but digits of counters has changed. */
function compare(want: Uint8Array, got: Uint8Array): Verdict {
  if (Buffer.compare(want, got) === 0) return 'equal';
  return layout(want) === layout(got) ? 'counts differ' : 'silently wrong';
}

/** All of an image but its counts: identities, kinds and numbers of counters. */
function layout(bytes: Uint8Array): string {
  const data = readData(bytes, 'object');
  return JSON.stringify({
    ...data,
    functions: data.functions.map((entry) => ({
      ...entry,
      counters: entry?.counters.map((counters) => [counters.kind, counters.values.length]),
    })),
  });
}

const text = fc.constantFrom('[00:00:07.123,456] <inf> net: link up', 'ok', 'rig> ', 'beef 12');
/** In these a damaged character is mostly another digit. */
const HAS_WIDE_ALPHABET = /base64|letters|binary|block/;
const NO_DIGIT = 'a character that is no hex digit';
const garbage = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));

const FAULTS: readonly [string, fc.Arbitrary<(log: string, at: number) => string>][] = [
  ['one character lost', lost(fc.constant(1))],
  ['two characters lost', lost(fc.constant(2))],
  ['up to 64 characters lost', lost(fc.integer({ min: 3, max: 64 }))],
  [NO_DIGIT, garbage.filter((c) => !/[0-9a-f]/i.test(c)).map(replaced)],
  [
    'log text in a line',
    text.map((words) => (log, at) => log.slice(0, at) + words + log.slice(at)),
  ],
  [
    'a log line in a line',
    text.map((words) => (log, at) => `${log.slice(0, at)}\r\n${words}\r\n${log.slice(at)}`),
  ],
  ['a line lost', fc.constant(withoutLine)],
  ['the tail lost', fc.constant((log: string, at: number) => log.slice(0, at))],
  ['the head lost', fc.constant((log: string, at: number) => log.slice(at))],
];

function lost(size: fc.Arbitrary<number>): fc.Arbitrary<(log: string, at: number) => string> {
  return size.map((count) => (log: string, at: number) => log.slice(0, at) + log.slice(at + count));
}

function replaced(char: string): (log: string, at: number) => string {
  return (log, at) => log.slice(0, at) + char + log.slice(at + 1);
}

function withoutLine(log: string, at: number): string {
  const start = log.lastIndexOf('\n', at) + 1;
  const end = log.indexOf('\n', at);
  return end < 0 ? log.slice(0, start) : log.slice(0, start) + log.slice(end + 1);
}

describe.each(LOGS)('with %s', (name, log) => {
  const faults = FAULTS.filter(([fault]) => fault !== NO_DIGIT || !HAS_WIDE_ALPHABET.test(name));

  it('the clean log is equal', () => expect(verdictOn(log)).toBe('equal'));

  it.each(faults)('%s is never believed', (__, fault) => {
    fc.assert(
      fc.property(fault, fc.nat(log.length - 1), (apply, at) => {
        expect(verdictOn(apply(log, at))).toMatch(/^(?:equal|reported)$/);
      }),
      { numRuns: 80 },
    );
  });

  it.each(faults)('%s never passes for other counts, even without the ELF', (__, fault) => {
    fc.assert(
      fc.property(fault, fc.nat(log.length - 1), (apply, at) => {
        for (const { bytes } of soundObjects(apply(log, at))) {
          // A loss can make a record shorter and still a record; the notes then refuse it.
          const same = [...clean.values()].find((want) => layout(want) === layout(bytes));
          if (same !== undefined) expect(Buffer.compare(same, bytes)).toBe(0);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('a changed hex digit is believed only inside a counter', () => {
    fc.assert(
      fc.property(
        fc.nat(log.length - 1),
        HAS_WIDE_ALPHABET.test(name) ? garbage : fc.constantFrom(...'0123456789abcdef'.split('')),
        (at, digit) => {
          expect(verdictOn(replaced(digit)(log, at))).not.toBe('silently wrong');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('any number of faults ends in a result or a refusal', () => {
    const change = fc.tuple(fc.nat(log.length - 1), fc.oneof(garbage, text, fc.constant('')));
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 12 }), (changes) => {
        let damaged = log;
        for (const [at, words] of changes)
          damaged = damaged.slice(0, at) + words + damaged.slice(at + 1);
        expect(verdictOn(damaged)).not.toBe('silently wrong');
      }),
      { numRuns: 80 },
    );
  });
});

describe('the reason for a damaged object', () => {
  const dump = hexdump(objects.slice(0, 1));
  const reasonFor = (damaged: string): string | undefined =>
    decodeDump(Buffer.from(damaged), 'log').objects[0]?.reason;

  it('names the line of a row that is not whole', () => {
    expect(reasonFor(dump.replace('00000010: 00 ', '00000010: 0 '))).toBe(
      'line 3 is not a whole row',
    );
  });

  it('names the row after a lost one', () => {
    expect(reasonFor(withoutLine(dump, dump.indexOf('00000010:')))).toBe(
      'the row at line 3 is for offset 32, expected 16',
    );
  });

  it('names the announced size and what arrived', () => {
    expect(reasonFor(dump.replace('Emitting 320', 'Emitting 328'))).toBe(
      '328 bytes were announced at line 1, 320 arrived',
    );
  });

  it('names the other name on the closing line', () => {
    const at = dump.lastIndexOf('session');
    expect(reasonFor(`${dump.slice(0, at)}sesion${dump.slice(at + 7)}`)).toBe(
      'line 23 closes it with another name, /home/bench/pump-board/out/own/sesion.gcda',
    );
  });

  it('quotes the text among the hex digits', () => {
    const zephyr = zephyrDump(objects.slice(0, 1));
    const at = zephyr.indexOf('<') + 41;
    expect(reasonFor(`${zephyr.slice(0, at)}<inf> up${zephyr.slice(at)}`)).toMatch(
      /other text in it: "/,
    );
    const rest = zephyr.slice(0, at) + zephyr.slice(at + 1);
    expect(reasonFor(rest)).toBe('it has an odd number of hex digits, 639');
    expect(reasonFor(zephyr.slice(0, at) + zephyr.slice(at + 2))).toMatch(
      /^its bytes are not a \.gcda image: at byte \d+ /,
    );
  });
});
