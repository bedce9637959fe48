import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeFill } from '../../src/image/describe-fill.js';
import { firmwareElf, firmwareRam } from '../support/firmware.js';

it.each([
  [new Uint8Array(20), 'zeros'],
  [new Uint8Array(20).fill(0xa5), '0xa5'],
  [new Uint8Array(20).fill(0xff), '0xff'],
  [Buffer.from('deadbeefdeadbeefdead', 'hex'), '0xdeadbeef repeated'],
  [Buffer.from('00000001', 'hex'), null],
  [new Uint8Array(), null],
])('names a fill', (bytes, name) => {
  expect(describeFill(bytes)).toBe(name);
});

it('tells noise from programs and their data', () => {
  for (let run = 0; run < 50; run += 1) expect(describeFill(noise(run))).toBe('random');
  const { bytes } = firmwareRam('own');
  for (const data of [bytes, firmwareElf('own')]) {
    for (let at = 0; at + 160 <= data.length; at += 160) {
      expect(describeFill(data.subarray(at, at + 160))).not.toBe('random');
    }
  }
});

/** 160 bytes of noise, the same at every run. */
function noise(seed: number): Buffer {
  const parts = [0, 1, 2, 3, 4].map((part) =>
    createHash('sha256').update(`${seed} ${part}`).digest(),
  );
  return Buffer.concat(parts);
}
