import { describe, expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { DumpDecoder } from '../../src/wire/dump-decoder.js';
import type { DumpResult } from '../../src/wire/dump-result.js';
import { EVERY_FORMAT } from './every-format.js';
import { PUMP, VALVE } from './sample-objects.js';
import {
  nasaBinary,
  nucleiDump,
  nuttxDump,
  nxpDump,
  oldRtemsDump,
  zephyrBlock,
} from './write-image.js';
import {
  base64Stream,
  gcfnStream,
  hexStream,
  letterStream,
  rtemsDump,
  unikraftDump,
} from './write-stream.js';

const BOTH = [PUMP, VALVE];
const SOUND = BOTH.map(({ path }) => [path, 'ok', undefined]);

function decode(log: string | Buffer): DumpResult {
  return decodeDump(typeof log === 'string' ? Buffer.from(log, 'latin1') : log, 'log');
}

function verdicts(result: DumpResult): unknown[] {
  return result.objects.map(({ path, status, reason }) => [path, status, reason]);
}

const TEXT_FORMATS = EVERY_FORMAT.filter(({ isText }) => isText);

describe.each(TEXT_FORMATS)('$name', ({ write }) => {
  const text = write(BOTH).toString('latin1');

  it.each([
    ['CR LF', (log: string) => log.replaceAll('\n', '\r\n')],
    ['CR CR LF', (log: string) => log.replaceAll('\n', '\r\r\n')],
    ['a byte order mark and NULs', (log: string) => `\u00ef\u00bb\u00bf\0\0${log}\0\0`],
    ['escape sequences', (log: string) => log.replaceAll('\n', '\u001b[0m\n\u001b[2K\u001b[32m')],
  ])('is read with %s', (_, dirty) => {
    expect(verdicts(decode(dirty(text)))).toEqual(SOUND);
  });

  it.each(['[00:00:07.123,456] <inf> cov: ', 'I (1234) cov: ', '[12:34:56.789] ', 'ttyACM0: '])(
    'is read behind the prefix %j',
    (prefix) => {
      const lines = text.split('\n').map((line, at) => {
        const counted = prefix.replace(/\d{3}/, String(100 + (at % 900)));
        return line === '' ? line : counted + line;
      });
      const result = decode(lines.join('\n'));
      expect(verdicts(result)).toEqual(SOUND);
      expect(result.isComplete).toBe(true);
    },
  );

  it('is read with log lines in between', () => {
    const noise = '\u001b[32m[00:00:07.123,456] <inf> net: link up\u001b[0m';
    const lines = text.split('\n').flatMap((line, at) => (at % 3 === 1 ? [noise, line] : [line]));
    expect(verdicts(decode(lines.join('\n')))).toEqual(SOUND);
  });
});

describe('a terminal folds long lines', () => {
  it.each([
    ['hex', hexStream(BOTH)],
    ['letters', letterStream(BOTH)],
    ['a Unikraft dump', unikraftDump(BOTH)],
    ['an old RTEMS dump', oldRtemsDump(BOTH)],
    ['a NuttX dump', nuttxDump(BOTH)],
    ['an RTEMS dump', rtemsDump(BOTH)],
  ])('of %s', (_, log) => {
    for (const columns of [80, 81, 120]) {
      const folded = log.replace(new RegExp(`(.{${columns}})(?=.)`, 'g'), '$1\n');
      expect(verdicts(decode(folded))).toEqual(SOUND);
    }
  });
});

describe('without its markers', () => {
  it('a stream is found by its records', () => {
    const lines = (log: string): string =>
      log
        .split('\n')
        .filter((line) => !/\*\*\*|GCOV_|info_/.test(line))
        .join('\n');
    for (const log of [rtemsDump(BOTH), unikraftDump(BOTH)]) {
      const result = decode(lines(log));
      expect(verdicts(result)).toEqual(SOUND);
      expect(result).toMatchObject({ isComplete: true, warnings: [] });
    }
  });

  it('a Nuclei dump is found by its images', () => {
    const result = decode(nucleiDump(BOTH).replace(/^Dump.*\n/gm, ''));
    expect(verdicts(result)).toEqual(SOUND);
  });

  it('an image that nothing names is kept', () => {
    expect(verdicts(decode(oldRtemsDump([PUMP]).replace(/^Emitting.*\n/, '')))).toEqual([
      ['(object without a name at line 1)', 'ok', undefined],
    ]);
  });

  it('an image whose name is due is damaged', () => {
    const log = nxpDump(BOTH).replace(/^GCOV_H.*\n/, '');
    expect(verdicts(decode(log))).toEqual([
      ['(object without a name at line 1)', 'damaged', 'its opening line before line 1 is missing'],
      SOUND[1],
    ]);
  });

  it('the beginning of an RTEMS dump is not missed when its sum proves it', () => {
    const headless = rtemsDump(BOTH).replace(/.*BEGIN.*\n/, '');
    expect(decode(headless)).toMatchObject({ isComplete: true, warnings: [] });
    expect(decode(headless.replace(/.*SHA256.*\n/, ''))).toMatchObject({
      isComplete: false,
      warnings: ['the beginning of the dump before line 2 is missing'],
    });
  });
});

describe('a check that fails damages the object, and says where', () => {
  it('the SHA-256 of RTEMS', () => {
    const reason =
      'the SHA-256 at line 10 is not that of the text from line 2 on: something in it was lost or changed';
    const wrong = rtemsDump(BOTH).replace(/SHA256 ./, 'SHA256 =');
    expect(verdicts(decode(wrong))).toEqual(BOTH.map(({ path }) => [path, 'damaged', reason]));
    const digits = base64Stream(BOTH);
    const changed = rtemsDump(BOTH).replace(digits.slice(20, 24), 'AAAA');
    expect(decode(changed).objects.every(({ status }) => status === 'damaged')).toBe(true);
  });

  it('the size of NuttX', () => {
    expect(verdicts(decode(nuttxDump([PUMP]).replace(/size: \d+/, 'size: 99')))).toEqual([
      [PUMP.path, 'damaged', '99 bytes were announced at line 1, 112 arrived'],
    ]);
  });

  it('the sum of NuttX', () => {
    const sum = PUMP.bytes.reduce((total, byte) => total + byte, 0);
    const changed = nuttxDump([PUMP]).replace(/0x\w+$/m, '0x1');
    expect(verdicts(decode(changed))).toEqual([
      [PUMP.path, 'damaged', `its bytes add up to 0x${sum.toString(16)}, line 4 says 0x1`],
    ]);
  });

  it('the lengths of a NASA block', () => {
    const block = nasaBinary(BOTH);
    block[PUMP.path.length + 4]! += 1;
    const result = decode(block);
    expect(verdicts(result)).toEqual([
      [PUMP.path, 'damaged', 'its length bytes do not fit: it ends 112 bytes behind them'],
      SOUND[1],
    ]);
    expect(result.objects.map(({ origin }) => origin.offset)).toEqual([
      0,
      PUMP.path.length + 1 + 4 + PUMP.bytes.length,
    ]);
  });

  it('the counts of a Zephyr block', () => {
    const block = zephyrBlock(BOTH);
    block.writeUInt32LE(3, 8);
    expect(decode(block)).toMatchObject({
      isComplete: false,
      warnings: [expect.stringMatching(/^the block at byte 0 says \d+ bytes and 1 more records/)],
    });
  });

  it('a record of a stream, which costs no other object', () => {
    const stream = gcfnStream(BOTH);
    stream[12] = 1;
    for (const log of [stream, Buffer.from(`${stream.toString('hex')}\n`)]) {
      expect(verdicts(decode(log))).toEqual([
        ['(object without a name at line 1)', 'damaged', 'its name is damaged'],
        SOUND[1],
      ]);
    }
  });
});

describe('binary blocks', () => {
  const block = nasaBinary(BOTH);

  it('between console text are cut out of it', () => {
    const shown: Buffer[] = [];
    const decoder = new DumpDecoder('log', { onText: (bytes) => shown.push(Buffer.from(bytes)) });
    const texts = ['rig> m\r\n', '\r\nrig> s\r\n', '\r\nrig> '];
    const log = [texts[0], gcfnStream(BOTH), texts[1], zephyrBlock(BOTH), texts[2]];
    decoder.push(Buffer.concat(log.map((part) => Buffer.from(part ?? ''))));
    const result = decoder.end();
    expect(verdicts(result)).toEqual(SOUND);
    expect(result.isComplete).toBe(true);
    expect(Buffer.concat(shown).toString()).toBe(texts.join(''));
  });

  it('in memory are followed by what older ones left, which is none', () => {
    for (const written of [block, zephyrBlock(BOTH)]) {
      const older = Buffer.concat([Buffer.from([0, 0, 3]), written.subarray(40), gcfnStream(BOTH)]);
      const result = decode(Buffer.concat([written, older, Buffer.alloc(64)]));
      expect(verdicts(result)).toEqual(SOUND);
      expect(result).toMatchObject({ isComplete: true, warnings: [] });
    }
  });

  it('that are cut name the object that is lost', () => {
    expect(verdicts(decode(block.subarray(0, -30)))).toEqual([
      SOUND[0],
      [VALVE.path, 'damaged', 'the block ends before its image is whole'],
    ]);
  });

  it('of memory that is filled up are whole', () => {
    for (const fill of [0, 0xff]) {
      const ended = BOTH.map(({ path, bytes }) => {
        return { path, bytes: Buffer.concat([bytes, Buffer.alloc(4)]) };
      });
      const result = decode(Buffer.concat([gcfnStream(ended), Buffer.alloc(1000, fill)]));
      expect(verdicts(result)).toEqual(SOUND);
    }
  });

  it('of tests with tags are one dump a test', () => {
    const tagged = [
      { ...PUMP, path: `${PUMP.path}@@pump.test_start` },
      { ...PUMP, path: `${PUMP.path}@@pump.test_stop` },
    ];
    const result = decode(zephyrBlock(tagged));
    expect(verdicts(result)).toEqual([SOUND[0]]);
  });
});
