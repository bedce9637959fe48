import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../scripts/seeded-random.js';
import { isBenchError } from '../../src/base/bench-error.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import type { DumpResult } from '../../src/wire/dump-result.js';
import { throughNoise } from '../support/noise.js';
import { PUMP, sampleObject, VALVE } from './sample-objects.js';
import { frame, framedLines, passOf, type SentObject } from './write-framed.js';

const OBJECTS = [PUMP, VALVE];
const GROWN = [sampleObject(PUMP.path, [8, 0, 301, 12, 1]), VALVE];

function decode(lines: readonly string[]): DumpResult {
  return decodeDump(Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1'), 'log');
}

function states({ objects }: DumpResult): unknown[] {
  return objects.map(({ path, status, reason }) =>
    reason === undefined ? [path, status] : [path, status, reason],
  );
}

function expectWhole(result: DumpResult, objects: readonly SentObject[] = OBJECTS): void {
  expect(states(result)).toEqual(objects.map(({ path }) => [path, 'ok']));
  expect(result.objects.map(({ bytes }) => Buffer.from(bytes))).toEqual(
    objects.map(({ bytes }) => Buffer.from(bytes)),
  );
  expect(result.isComplete).toBe(true);
}

/** The log without the lines of a dump that fit. */
function without(lines: readonly string[], pattern: RegExp): string[] {
  return lines.filter((line) => !pattern.test(line));
}

describe('a framed dump', () => {
  const lines = framedLines(OBJECTS);

  it('gives every object, with text around and between its lines', () => {
    const noisy = lines.flatMap((line) => [`[00:00:01] net: up`, `<inf> ${line} `]);
    const result = decode(['boot', ...noisy, 'pump> ']);
    expectWhole(result);
    expect(result).toMatchObject({ formats: ['framed dump'], warnings: [] });
  });

  it('does not mind lines that come twice, in another order, or without line ends', () => {
    expectWhole(decode([...lines, ...lines]));
    expectWhole(decode(lines.toReversed()));
    expectWhole(decode([lines.join('')]));
  });

  it('does without the first and the last line when all the rest is there', () => {
    expectWhole(decode(without(lines, /^@cB/)));
    expectWhole(decode(without(lines, /^@cE/)));
  });

  it('names what is missing of each object', () => {
    expect(states(decode(without(lines, /^@cD:0:[0-9a-f]+:(18|30):/)))).toEqual([
      [PUMP.path, 'damaged', `bytes 24 to 71 of ${PUMP.bytes.length} did not arrive`],
      [VALVE.path, 'ok'],
    ]);
    expect(states(decode(without(lines, /^@cN:[0-9a-f]+:1:/)))).toEqual([
      [PUMP.path, 'ok'],
      ['object 1 of the dump', 'damaged', 'a part of its name did not arrive'],
    ]);
    expect(states(decode(without(lines, /^@c(N:[0-9a-f]+|D|O:[0-9a-f]+):1:/)))).toEqual([
      [PUMP.path, 'ok'],
      ['object 1 of the dump', 'damaged', 'its entry in the list did not arrive'],
    ]);
  });

  it('is not complete when nothing tells how many objects there are', () => {
    const result = decode(without(lines, /^@c([BE]|[NO]:[0-9a-f]+:1|D:1)/));
    expect(states(result)).toEqual([[PUMP.path, 'ok']]);
    expect(result.isComplete).toBe(false);
    expect(result.warnings).toContain(
      'how many objects the dump at line 1 has is not known: its first and its last line are lost',
    );
  });

  it('counts lines whose checksum does not fit and believes none of them', () => {
    const result = decode(lines.map((line, at) => (at === 4 ? line.replace(/.$/, 'z') : line)));
    expect(result.warnings[0]).toBe('1 damaged line was left out of the dump at line 1');
  });

  it('is made whole by lines that were asked for again, whatever those look like', () => {
    const lost = /^@cD:0:[0-9a-f]+:0:/;
    const again = lines.filter((line) => lost.test(line));
    // Without the plus sign it looks like the beginning of a stream in base64.
    const odd = again.map((line) => line.replace('+', ''));
    expectWhole(decode([...without(lines, lost), ...odd, ...again, '@cA:1:0']));
  });

  it('of another compiler than its writer says so', () => {
    const empty = framedLines([PUMP, { path: '/fw/obj/new.gcda', bytes: new Uint8Array() }]);
    expect(states(decode(empty))[1]).toEqual([
      '/fw/obj/new.gcda',
      'damaged',
      'it was compiled by another GCC than boards/runtime/otto_cov.c, which cannot read it',
    ]);
  });

  it('believes counters that moved as they were sent, and no mixture of moments', () => {
    const moved = GROWN.map(({ path, bytes }, index) => ({
      path,
      bytes: index === 0 ? bytes : VALVE.bytes,
    }));
    const data = framedLines(moved);
    const sum =
      /^@cO:[0-9a-f]+:0:([0-9a-f]+):/.exec(
        data.find((line) => line.startsWith('@cO')) ?? '',
      )?.[1] ?? '';
    const before =
      /^@cO:[0-9a-f]+:0:([0-9a-f]+):/.exec(
        lines.find((line) => line.startsWith('@cO')) ?? '',
      )?.[1] ?? '';
    // Summed up before, sent after: its lines carry the old sum and the new counts.
    const sent = data
      .filter((line) => line.startsWith('@cD:0'))
      .map((line) => resend(line, parseInt(before, 16)));
    const rest = lines.filter((line) => !/^@c(D:0|O:[0-9a-f]+:0)/.test(line));
    const end = (value: string): string =>
      frame('O', [
        passOf(OBJECTS),
        0,
        parseInt(before, 16),
        PUMP.bytes.length,
        parseInt(value, 16),
      ]);
    expectWhole(decode([...rest, ...sent, end(sum)]), moved);
    const mixed = decode([
      ...rest,
      ...sent.slice(0, 2),
      ...lines.filter((line) => line.startsWith('@cD:0')).slice(2),
      end(sum),
    ]);
    expect(
      mixed.objects.every(
        ({ bytes, status }) =>
          status !== 'ok' || OBJECTS.some((object) => Buffer.compare(object.bytes, bytes) === 0),
      ),
    ).toBe(true);
  });
});

describe('several framed dumps in a log', () => {
  const first = framedLines(OBJECTS);
  const second = framedLines(GROWN);

  it('of the same counts repair each other line by line', () => {
    const odd = first.filter((_, at) => at % 2 === 0);
    const even = first.filter((_, at) => at % 2 === 1);
    expectWhole(decode([...odd, ...even]));
  });

  it('of grown counts repair what did not change line by line', () => {
    const broken = without(first, /^@cD:1:[0-9a-f]+:18:/);
    const later = without(second, /^@c(D:1:[0-9a-f]+:30|N:[0-9a-f]+:0):/);
    expectWhole(decode([...broken, ...later]), GROWN);
  });

  it('of which the first is damaged give the later counts', () => {
    expectWhole(decode([...without(first, /^@cD:0/), ...second]), GROWN);
  });

  it('never mix what was counted before and after zeroing', () => {
    const zeroed = frame('Z', [2]);
    const result = decode([...first, zeroed, ...without(first, /^@cD:1/)]);
    expect(states(result)[1]).toEqual([
      VALVE.path,
      'damaged',
      `bytes 0 to ${VALVE.bytes.length - 1} of ${VALVE.bytes.length} did not arrive`,
    ]);
    expect(result.isComplete).toBe(false);
  });
});

it.each([
  ['first', (pass: number) => frame('B', [pass, 50_000, 0])],
  ['last', (pass: number) => frame('E', [pass, 50_000, 0, 0])],
])('refuses a log of %s lines that announce very many objects', (_name, line) => {
  const log = Array.from({ length: 100 }, (_, pass) => `${line(pass)}\n`).join('');
  expect(() => decodeDump(Buffer.from(log, 'latin1'), 'log')).toThrowError(
    expect.objectContaining({
      code: 'DAMAGED_DUMP',
      message: 'log holds a dump without end',
      why: 'it announces 250000 objects that do not come',
    }),
  );
});

describe('random faults', () => {
  const lines = framedLines(OBJECTS);
  const text = Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
  const rate = fc.integer({ min: 0, max: 30 }).map((value) => value / 1000);

  it('in the bytes and lines of a log never give a wrong count, nor hide a lost one', () => {
    fc.assert(
      fc.property(
        fc.record({ lost: rate, flipped: rate, doubled: rate }),
        fc.integer(),
        fc.array(
          fc.tuple(
            fc.nat(text.length),
            fc.constantFrom('[12.5] log\r\n', '\r\n', ' ', '@c', 'pump> '),
          ),
        ),
        fc.array(fc.tuple(fc.nat(text.length), fc.nat(200)), { maxLength: 3 }),
        fc.boolean(),
        (noise, seed, inserts, cuts, isTwice) => {
          let log = isTwice ? Buffer.concat([text, text]) : text;
          for (const [at, word] of inserts) {
            log = Buffer.concat([log.subarray(0, at), Buffer.from(word), log.subarray(at)]);
          }
          for (const [at, size] of cuts) {
            log = Buffer.concat([log.subarray(0, at), log.subarray(at + size)]);
          }
          expectHonest(throughNoise(log, noise, new SeededRandom(seed)), OBJECTS);
        },
      ),
      { numRuns: 1500, seed: 4 },
    );
  });

  it('in dumps of different counts give each object of one dump or the other', () => {
    const later = Buffer.from(
      framedLines(GROWN)
        .map((line) => `${line}\r\n`)
        .join(''),
      'latin1',
    );
    fc.assert(
      fc.property(
        fc.record({ lost: rate, flipped: rate, doubled: rate }),
        fc.integer(),
        (noise, seed) => {
          const log = throughNoise(Buffer.concat([text, later]), noise, new SeededRandom(seed));
          expectHonest(log, [...OBJECTS, ...GROWN]);
        },
      ),
      { numRuns: 500, seed: 5 },
    );
  });

  /** Every sound object is one that was sent; a result that calls itself complete has all of them. */
  function expectHonest(log: Buffer, sent: readonly SentObject[]): void {
    let result: DumpResult;
    try {
      result = decodeDump(log, 'log');
    } catch (error) {
      if (!isBenchError(error)) throw error;
      return;
    }
    const sound = result.objects.filter(({ status }) => status === 'ok' || status === 'repaired');
    for (const { path, bytes } of sound) {
      const isSent = sent.some(
        (object) => object.path === path && Buffer.compare(object.bytes, bytes) === 0,
      );
      expect(isSent, `${path} is as it was sent`).toBe(true);
    }
    if (!result.isComplete || sound.length < result.objects.length) return;
    expect(new Set(sound.map(({ path }) => path))).toEqual(
      new Set(OBJECTS.map(({ path }) => path)),
    );
  }
});

/** A line of data under another sum. */
function resend(line: string, sum: number): string {
  const [, index = '', , offset = '', payload = ''] = line.split(':');
  const bytes = Buffer.from(payload.slice(1), 'base64');
  return frame('D', [parseInt(index, 16), sum, parseInt(offset, 16)], bytes);
}
