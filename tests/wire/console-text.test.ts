import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DumpDecoder } from '../../src/wire/dump-decoder.js';
import { firmwareLog } from '../support/firmware.js';
import { PUMP, VALVE } from './sample-objects.js';
import { hexdump, withLineEnds, zephyrDump } from './write-dump.js';

/** What is left of a console for a person, with the chunks it came in. */
function shown(chunks: readonly Uint8Array[]): string {
  const bytes: Uint8Array[] = [];
  const decoder = new DumpDecoder('log', { onText: (text) => void bytes.push(text) });
  for (const chunk of chunks) decoder.push(chunk);
  return Buffer.concat(bytes).toString('latin1');
}

function chunked(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('console text beside dumps', () => {
  it.each([
    ['n.log', 'n\r\nrig> '],
    ['z.log', 'z\r\n\r\nrig> '],
    ['Z.log', 'Z\r\n\r\nrig> '],
  ])('of %s is echo and prompt', (log, want) => {
    expect(shown([firmwareLog(log)])).toBe(want);
  });

  it('keeps log lines that came in between, escape sequences and all', () => {
    expect(shown([firmwareLog('n-noise.log')])).toBe(
      'n\r\n\u001b[32m[00:00:07.123,456] <inf> net: link up\u001b[0m\r\nrig> ',
    );
  });

  it('passes everything else on byte for byte', () => {
    const printed = fc.string({
      unit: fc.constantFrom('a', ' ', '>', '\r', '\n', '\u001b[0m', '1'),
    });
    fc.assert(
      fc.property(printed, fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect(shown(chunked(`${text}\n`, size))).toBe(`${text}\n`);
      }),
    );
  });

  it('shows a prompt and an echo as soon as they come', () => {
    const seen: string[] = [];
    const decoder = new DumpDecoder('log', {
      onText: (bytes) => void seen.push(Buffer.from(bytes).toString()),
    });
    for (const text of ['rig> ', 'x', '\r\n', 'Em']) decoder.push(Buffer.from(text));
    expect(seen.join('')).toBe('rig> x\r\nEm');
    decoder.push(Buffer.from('itting no dump\n'));
    expect(seen.join('')).toBe('rig> x\r\nEmitting no dump\n');
  });

  it('hides a dump however it is chunked', () => {
    const logs: [string, string][] = [
      [`rig> \r\n${withLineEnds(hexdump([PUMP, VALVE]), '\r\n')}rig> `, 'rig> \r\nrig> '],
      [`rig> \r\n${withLineEnds(zephyrDump([PUMP, VALVE]), '\r\n')}rig> `, 'rig> \r\n\r\nrig> '],
    ];
    for (const [log, want] of logs) {
      for (const size of [3, 4, 7, 16, 61, 500]) {
        const text = shown(chunked(log, size));
        expect(text.replace(/(?:Em?|GC?|Gc?)(?:\r\n)/g, '')).toBe(want);
      }
    }
  });
});

describe('progress', () => {
  it('tells the object that arrives and those that have', () => {
    const decoder = new DumpDecoder('log');
    const dump = Buffer.from(hexdump([PUMP, VALVE]));
    expect(decoder.progress()).toEqual({
      receivedBytes: 0,
      format: null,
      isArriving: false,
      mayBeOver: false,
      endedDumps: 0,
      objects: [],
      current: null,
      announcedBytes: null,
    });
    const secondRow = dump.indexOf('00000010', dump.indexOf(`for ${VALVE.path}`));
    decoder.push(dump.subarray(0, secondRow));
    expect(decoder.progress()).toEqual({
      receivedBytes: secondRow,
      format: 'embedded-gcov hexdump',
      isArriving: true,
      mayBeOver: false,
      endedDumps: 0,
      objects: [{ path: PUMP.path, sizeBytes: 112, status: 'ok' }],
      current: { path: VALVE.path, receivedBytes: 16, announcedBytes: 112 },
      announcedBytes: 224,
    });
    decoder.push(dump.subarray(secondRow));
    expect(decoder.progress()).toMatchObject({
      isArriving: false,
      endedDumps: 1,
      objects: [{ path: PUMP.path }, { path: VALVE.path }],
      current: null,
      announcedBytes: null,
    });
  });

  it('counts the bytes of a Zephyr record by its digits', () => {
    const decoder = new DumpDecoder('log');
    const dump = zephyrDump([PUMP, VALVE], ' ');
    const at = dump.indexOf(`*${VALVE.path}`);
    decoder.push(Buffer.from(dump.slice(0, at)));
    expect(decoder.progress()).toMatchObject({
      format: 'zephyr dump',
      current: { path: PUMP.path, receivedBytes: 112, announcedBytes: null },
    });
  });
});
