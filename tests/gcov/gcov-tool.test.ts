import { describe, expect, it } from 'vitest';
import { describeTool, parseGcovTool, suitsNotes } from '../../src/gcov/gcov-tool.js';
import { readNotes } from '../../src/gcov/read-notes.js';
import { bytesOf, FIXTURES } from './gcov-cases.js';

describe('parseGcovTool', () => {
  it.each([
    ['gcov (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022', 'gcov 12.2.0'],
    ['gcov (15:12.2.rel1-1) 12.2.1 20221205', 'gcov 12.2.1'],
    [
      'gcov (15:8-2019-q3-1+b1) 8.3.1 20190703 (release) [gcc-8-branch revision 273027]',
      'gcov 8.3.1',
    ],
    [
      'arm-none-eabi-gcov (Arm GNU Toolchain 13.2.rel1 (Build arm-13.7)) 13.2.1 20231009',
      'gcov 13.2.1',
    ],
    ['gcov (GCC) 5.4.0', 'gcov 5.4.0'],
    ['gcov (Debian 14.2.0-19) 14.2.0\nJSON format version: 2', 'gcov 14.2.0'],
    ['Debian LLVM version 14.0.6\n  Optimized build.', 'llvm-cov gcov 14.0.6'],
    ['LLVM (http://llvm.org/):\n  LLVM version 9.0.1\n  ', 'llvm-cov gcov 9.0.1'],
    ['Apple LLVM version 15.0.0\n', 'llvm-cov gcov 15.0.0'],
  ])('understands %j', (text, name) => {
    const tool = parseGcovTool(text);
    expect(tool && describeTool(tool)).toBe(name);
  });

  it.each(['', 'ls (GNU coreutils) 9.1', 'gcovr 5.2', 'gcov', 'gcov version unknown'])(
    'takes %j for no gcov',
    (text) => {
      expect(parseGcovTool(text)).toBeNull();
    },
  );
});

describe('suitsNotes', () => {
  const notes = (path: string) => readNotes(bytesOf(FIXTURES, path), path);
  const gcc = parseGcovTool('gcov (x) 12.3.0')!;
  const llvm = parseGcovTool('LLVM version 14.0.6')!;

  it('wants the same major version of GCC, and LLVM for clang', () => {
    expect(suitsNotes(gcc, notes('gcc12-basic-O0/basic.gcno'))).toBe(true);
    expect(suitsNotes(gcc, notes('gcc11-stops/stops.gcno'))).toBe(false);
    expect(suitsNotes(gcc, notes('clang14-classes/classes.gcno'))).toBe(false);
    expect(suitsNotes(llvm, notes('clang14-classes/classes.gcno'))).toBe(true);
    expect(suitsNotes(llvm, notes('gcc12-basic-O0/basic.gcno'))).toBe(false);
  });
});
