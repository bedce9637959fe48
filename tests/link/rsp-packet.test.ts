import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RspReader, encodePacket, type RspItem } from '../../src/link/rsp-packet.js';

function read(text: string): RspItem[] {
  return new RspReader().push(Buffer.from(text, 'latin1'));
}

function payloads(items: readonly RspItem[]): string[] {
  return items.map((item) =>
    item.type === 'packet' ? Buffer.from(item.payload).toString('latin1') : item.type,
  );
}

test('a request is framed with its checksum', () => {
  expect(Buffer.from(encodePacket('m20000000,10')).toString()).toBe('$m20000000,10#7c');
  expect(Buffer.from(encodePacket('')).toString()).toBe('$#00');
});

test('acknowledgements, packets and damaged packets are told apart', () => {
  expect(payloads(read('+$OK#9a-$OK#9b+'))).toEqual(['ack', 'OK', 'nak', 'damaged', 'ack']);
});

test('run-lengths and escapes are undone', () => {
  // "0* " is the 0 and three more of it; "}]" is the byte 0x7d.
  expect(payloads(read('$0* #7a$a}]b#9d'))).toEqual(['0000', 'a}b']);
});

test('a packet that starts anew inside another one counts', () => {
  expect(payloads(read('$m2$OK#9a'))).toEqual(['OK']);
});

test('notifications are passed over', () => {
  expect(payloads(read('%Stop:T05#00$OK#9a'))).toEqual(['OK']);
});

test('the cuts between chunks do not matter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z0-9,:;=]{0,20}$/), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 7 }),
      (texts, step) => {
        const bytes = Buffer.concat(texts.map(encodePacket));
        const reader = new RspReader();
        const items: RspItem[] = [];
        for (let at = 0; at < bytes.length; at += step) {
          items.push(...reader.push(bytes.subarray(at, at + step)));
        }
        expect(payloads(items)).toEqual(texts);
      },
    ),
  );
});

test('any bytes are taken without harm', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(Array.isArray(new RspReader().push(bytes))).toBe(true);
    }),
  );
});

test.each([
  ['only noise', 'x'.repeat(70_000), 'it sent only bytes outside of packets'],
  ['a packet without end', `$${'0'.repeat(1_100_000)}`, 'it sent a packet without end'],
])('%s is refused in bounded memory', (_name, text, why) => {
  expect(() => read(text)).toThrowError(
    expect.objectContaining({
      code: 'GDB_REFUSED',
      message: 'the other end does not speak the GDB remote protocol',
      why,
    }),
  );
});
