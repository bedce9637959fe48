import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { firmwareLog } from '../support/firmware.js';
import { PUMP } from './sample-objects.js';
import { hexdump } from './write-dump.js';

const DUMPS = fileURLToPath(new URL('../../fixtures/dumps', import.meta.url));

function expectNamed(bytes: Uint8Array, name: string, why: string): void {
  expect(() => decodeDump(bytes, 'log')).toThrow(
    expect.objectContaining({
      code: 'UNSUPPORTED_FORMAT',
      message: `log holds a dump in a format that is not read: ${name}`,
      why,
    }),
  );
}

describe('a dump that is not read is named', () => {
  it.each([
    ['rtems.log', 'RTEMS base64 stream', '"*** BEGIN OF GCOV INFO BASE64 ***" at line 2'],
    ['rtems-old.log', 'old RTEMS dump', '"Emitting gcda bytes for <file>" at line 1'],
    ['nuttx.log', 'NuttX dump', '"gcov start filename:" at line 1'],
    ['unikraft.log', 'Unikraft dump', '"GCOV_DUMP_INFO_SERIAL:" at line 1'],
    ['nxp-sm.log', 'NXP System Manager dump', '"GCOV_H: file=" at line 1'],
    ['nuclei.log', 'Nuclei dump', '"CREATE: <file>.gcda" at line 3'],
    ['stream-hex.log', 'gcfn stream as hex', '"gcfn in hex" at line 1'],
    ['stream-ap.log', 'gcfn stream as letters a to p', '"gcfn as letters" at line 1'],
    ['stream.bin', 'binary gcfn stream', 'its first bytes are of that kind'],
    ['zephyr-ivshmem.bin', 'Zephyr ivshmem block', 'its first bytes are of that kind'],
    ['nasa-binary.bin', 'embedded-gcov binary block', 'its first bytes are of that kind'],
    ['pump.gcc12be.gcda', '.gcda file', 'its first bytes are of that kind'],
  ])('in %s', (file, name, why) => expectNamed(readFileSync(join(DUMPS, file)), name, why));

  it('in the logs of the board', () => {
    expectNamed(firmwareLog('h.log'), 'gcfn stream as hex', '"gcfn in hex" at line 2');
    expectNamed(
      firmwareLog('p.log'),
      'gcfn stream as letters a to p',
      '"gcfn as letters" at line 2',
    );
    expectNamed(
      firmwareLog('b-noise.log'),
      'RTEMS base64 stream',
      '"*** BEGIN OF GCOV INFO BASE64 ***" at line 3',
    );
  });

  it('when it comes from other coverage tools', () => {
    expectNamed(
      Buffer.from('boot\n== GNATcoverage source trace file ==\nAAAA\n== End ==\n'),
      'AdaCore source trace',
      '"== GNATcoverage source trace file ==" at line 2',
    );
    const profile = [0x81, 0x72, 0x66, 0x6f, 0x72, 0x70, 0x6c, 0xff, 8, 0, 0, 0];
    expectNamed(Uint8Array.from(profile), 'LLVM profile', 'its first bytes are of that kind');
    expectNamed(
      Buffer.from(`cov: ${Buffer.from(profile).toString('hex')}\n`),
      'LLVM profile as hex',
      '"LLVM profile magic in hex" at line 1',
    );
  });
});

it('beside a dump that is read, one that is not is a warning', () => {
  const log = Buffer.concat([Buffer.from(hexdump([PUMP])), readFileSync(join(DUMPS, 'nuttx.log'))]);
  const result = decodeDump(log, 'log');
  expect(result.objects.map(({ status }) => status)).toEqual(['ok']);
  expect(result.warnings).toEqual([
    'a dump in a format that is not read (NuttX dump) starts at line 12',
  ]);
});
