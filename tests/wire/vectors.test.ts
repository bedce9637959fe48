import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { decodeDump } from '../../src/wire/decode-dump.js';

const DUMPS = fileURLToPath(new URL('../../fixtures/dumps', import.meta.url));
const PATH = '/fw/obj/pump.gcda';

function fixture(name: string): Buffer {
  return readFileSync(join(DUMPS, name));
}

/** The image of `name`, with the zero word some writers end it with. */
function withEndWord(name: string): Buffer {
  return Buffer.from(writeData({ ...readData(fixture(name), name), hasEndWord: true }));
}

describe('each format gives the image that was dumped', () => {
  it.each([
    ['nasa-gcc11.log', 'embedded-gcov hexdump', fixture('pump.gcc11.gcda')],
    ['nasa-gcc12-crcrlf.log', 'embedded-gcov hexdump', fixture('pump.gcc12.gcda')],
    ['nasa-binary.bin', 'embedded-gcov binary block', fixture('pump.gcc12.gcda')],
    ['zephyr-packed.log', 'zephyr dump', fixture('pump.gcc12.gcda')],
    ['zephyr-spaced.log', 'zephyr dump', fixture('pump.gcc12.gcda')],
    ['zephyr-tagged.log', 'zephyr dump', fixture('pump.gcc12.gcda')],
    ['zephyr-ivshmem.bin', 'zephyr shared memory', fixture('pump.gcc12.gcda')],
    ['stream.bin', 'binary gcfn stream', fixture('pump.gcc13.stream.gcda')],
    ['stream-hex.log', 'gcfn stream in hex', fixture('pump.gcc13.stream.gcda')],
    ['stream-ap.log', 'gcfn stream in letters', fixture('pump.gcc13.stream.gcda')],
    ['rtems.log', 'gcfn stream in base64', fixture('pump.gcc13.stream.gcda')],
    ['unikraft.log', 'gcfn stream in nibble-swapped hex', fixture('pump.gcc13.stream.gcda')],
    ['gcc15.stream.bin', 'binary gcfn stream', fixture('gcc15.stream.bin').subarray(30)],
    ['nuttx.log', 'nuttx dump', fixture('pump.gcc12.gcda')],
    ['rtems-old.log', 'old rtems dump', withEndWord('pump.gcc12.gcda')],
    ['nxp-sm.log', 'nxp system manager dump', withEndWord('pump.gcc12.gcda')],
    ['nuclei.log', 'nuclei dump', withEndWord('pump.gcc12.gcda')],
  ])('%s', (file, format, image) => {
    const result = decodeDump(fixture(file), file);
    expect(result.objects.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      [PATH, 'ok', undefined],
    ]);
    expect(Buffer.from(result.objects[0]!.bytes)).toEqual(image);
    expect(result).toMatchObject({ formats: [format], warnings: [], isComplete: true });
  });
});

it('the length bytes of a 510-byte object are read as its writer means them', () => {
  expect(decodeDump(fixture('nasa-binary-510.bin'), 'log')).toMatchObject({
    objects: [
      {
        path: PATH,
        status: 'damaged',
        reason: expect.stringContaining('its bytes are not a .gcda image: at byte 0'),
        bytes: new Uint8Array(510).fill(0x5a),
        origin: { line: 1, offset: 0 },
      },
    ],
    isComplete: true,
  });
});
