import { describe, expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { PUMP } from './sample-objects.js';
import { hexdump } from './write-dump.js';

const PROFILE = Buffer.from([0x81, 0x72, 0x66, 0x6f, 0x72, 0x70, 0x6c, 0xff, 8, 0, 0, 0]);
const LLVM_HINT =
  'it is no gcov data: llvm-profdata and llvm-cov read it; for line counts here build with --coverage instead of -fprofile-instr-generate';
const ADACORE_HINT =
  'it is no gcov data: gnatcov reads it; for line counts here build with --coverage instead of instrumenting with gnatcov';

describe('a dump that is not read is named, with what to do', () => {
  it.each([
    [
      'boot\n== GNATcoverage source trace file ==\nAAAA\n== End ==\n',
      'AdaCore source trace',
      '"== GNATcoverage source trace file ==" at line 2',
      ADACORE_HINT,
    ],
    [PROFILE, 'LLVM profile', '"profile magic" at line 1', LLVM_HINT],
    [
      `cov: ${PROFILE.toString('hex')}\n`,
      'LLVM profile as hex',
      '"LLVM profile magic in hex" at line 1',
      LLVM_HINT,
    ],
  ])('%j', (log, name, why, hint) => {
    const bytes = typeof log === 'string' ? Buffer.from(log) : log;
    expect(() => decodeDump(bytes, 'log')).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED_FORMAT',
        message: `log holds a dump in a format that is not read: ${name}`,
        why,
        hints: [hint],
      }),
    );
  });
});

it('beside a dump that is read, one that is not is a warning', () => {
  const log = `${hexdump([PUMP])}== GNATcoverage source trace file ==\nAAAA\n== End ==\n`;
  const result = decodeDump(Buffer.from(log), 'log');
  expect(result.objects.map(({ status }) => status)).toEqual(['ok']);
  expect(result.warnings).toEqual([
    'a dump in a format that is not read (AdaCore source trace) starts at line 12',
  ]);
});
