import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { answerMarks, findAnswer, markWord } from '../../src/wire/linux-answer.js';
import { linuxConsoleText } from '../../src/wire/linux-console-text.js';
import { parseListing } from '../../src/wire/linux-listing.js';
import { decodePayload, PAYLOAD_ENCODINGS, payloadLines } from '../../src/wire/linux-payload.js';
import { consoleState, isLoginRefused } from '../../src/wire/linux-prompt.js';
import { shellWord } from '../../src/wire/linux-quote.js';
import { cksum, SUM_TOOLS } from '../../src/wire/linux-sum.js';
import { onlyWith } from '../support/real-tools.js';

const [base64] = PAYLOAD_ENCODINGS;

test('kernel messages anywhere in it do not change a payload', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.array(fc.tuple(fc.nat(800), fc.constantFrom('usb 1-1: new', 'random: init done', ''))),
      (bytes, messages) => {
        const lines =
          Buffer.from(bytes)
            .toString('base64')
            .match(/.{1,76}/g) ?? [];
        let text = `${lines.join('\r\r\n')}\r\n`;
        // From the end on, so that no message lies in another.
        const places = messages.map(([place, words]) => ({ at: place % text.length, words }));
        for (const { at, words } of places.sort((a, b) => b.at - a.at)) {
          text = `${text.slice(0, at)}[  ${at}.000001] ${words}\r\n${text.slice(at)}`;
        }
        const found = decodePayload(payloadLines(linuxConsoleText(text), base64!), base64!);
        expect(found).not.toBe(null);
        expect(Buffer.compare(found ?? Buffer.alloc(0), Buffer.from(bytes))).toBe(0);
      },
    ),
  );
});

test('terminal sequences, NUL and carriage returns go, line feeds and tabs stay', () => {
  expect(
    linuxConsoleText('\u001b[6n\u001b[?2004la\0b\r\r\n\u001b]0;title\u0007\tc\u001b[1;31md'),
  ).toBe('ab\n\tcd');
});

describe('an answer', () => {
  const marks = answerMarks('cafe0123', 7);

  it('is what stands between its marks, not what the echo shows of them', () => {
    const echo = `echo ${markWord(marks.begin)}\r\necho; echo ${markWord(marks.end)}\r\n`;
    expect(findAnswer(echo, marks)).toBe(null);
    expect(findAnswer(`${echo}${marks.begin}\r\nhello\r\n${marks.end}\r\n`, marks)).toEqual({
      text: '\nhello\n',
    });
  });

  it('ends at the second mark when the first is cut apart', () => {
    const spoilt = marks.end.replace('cafe', 'caxe');
    const text = `${marks.begin}\nx\n${spoilt}\n${marks.end}`;
    expect(findAnswer(text, marks)).toEqual({ text: `\nx\n${spoilt}\n` });
    const cut = `${marks.begin}\nx\n${marks.end.slice(0, 9)}[ 1.000000] hi\r\n${marks.end.slice(9)}`;
    expect(findAnswer(cut, marks)).toEqual({ text: '\nx\n' });
  });

  it('without its beginning is no answer', () => {
    expect(findAnswer(`x\n${marks.end}`, marks)).toBe('cut');
  });
});

test('a console asks for a user, for a password, or shows something else', () => {
  expect(consoleState('\r\nDebian 12 board ttyS0\r\n\r\nboard login: ')).toBe('login');
  expect(consoleState('board login: [   12.345678] random: crng init done\r\n')).toBe('login');
  expect(consoleState('root\r\nPassword: ')).toBe('password');
  expect(consoleState("root\r\nroot's password:")).toBe('password');
  expect(consoleState('Last login: Mon Jan 1\r\n# ')).toBe('other');
  expect(consoleState('board login: root\r\n')).toBe('other');
  expect(consoleState('\r\n\u001b[6n')).toBe('blank');
  expect(isLoginRefused('\r\nLogin incorrect\r\nboard login: ')).toBe(true);
  expect(isLoginRefused('Last login: today\r\n# ')).toBe(false);
});

test('a listing gives names of any kind, and is refused when it is not whole', () => {
  const record = Buffer.from('/b/a\n b.gcda\0abc  -\0 12\n\0/c.gcda\0\0\0', 'latin1');
  expect(parseListing(record)).toEqual([
    { name: '/b/a\n b.gcda', sum: 'abc  -', sizeBytes: 12 },
    { name: '/c.gcda', sum: '', sizeBytes: null },
  ]);
  expect(parseListing(record.subarray(1))).toBe(null);
  expect(parseListing(record.subarray(0, -1))).toBe(null);
  expect(parseListing(new Uint8Array())).toEqual([]);
});

test('half a payload is none', () => {
  expect(decodePayload(payloadLines('b3R0by1\n', base64!), base64!)).toBe(null);
  expect(decodePayload(payloadLines('b3R0\nhello there\nbw==\n', base64!), base64!)).toEqual(
    Buffer.from('otto'),
  );
  expect(decodePayload(['b3==', 'b3R0'], base64!)).toBe(null);
});

test('the checksum of cksum', () => {
  expect(cksum(Buffer.from('123456789'))).toBe(930_766_865);
  expect(cksum(new Uint8Array())).toBe(4_294_967_295);
  const tool = SUM_TOOLS.find(({ name }) => name === 'cksum');
  expect(tool?.read('\n930766865 9\n')).toBe('930766865-9');
  expect(tool?.sumOf(Buffer.from('123456789'))).toBe('930766865-9');
});

onlyWith('busybox')('against real programs', () => {
  it('cksum, md5sum and sha256sum say the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        for (const { name, read, sumOf } of SUM_TOOLS) {
          const printed = execFileSync(name, { input: bytes, encoding: 'latin1' });
          expect(read(printed)).toBe(sumOf(bytes));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('a word for any file name is that name to every shell', () => {
    const name = fc
      .uint8Array({ minLength: 1, maxLength: 40 })
      .map((bytes) => `/${Buffer.from(bytes.filter((byte) => byte > 0)).toString('latin1')}.gcda`);
    fc.assert(
      fc.property(fc.array(name, { minLength: 20, maxLength: 40 }), (names) => {
        const script = names.map((each) => `printf '%s\\000' ${shellWord(each)}`).join('\n');
        for (const shell of ['busybox sh', 'sh', 'bash']) {
          const [program = '', ...args] = shell.split(' ').concat('-c', script);
          const said = execFileSync(program, args, { encoding: 'latin1' });
          expect(said.split('\0').slice(0, -1)).toEqual(names);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('no word holds a byte that a terminal acts on', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(shellWord(`/${Buffer.from(bytes).toString('latin1')}`)).toMatch(/^[\x20-\x7e]+$/);
      }),
    );
  });
});
