import { describe, expect, it } from 'vitest';
import { readGcovText } from '../../src/gcov/read-gcov-text.js';

const GCC5 = `        -:    0:Source:s0
        -:    0:Runs:0
        -:    1:/*EOF*/
function b called 7 returned 100% blocks executed 88%
        7:    4:/*EOF*/
branch  0 taken 3 (fallthrough)
branch  1 taken 4
call    2 returned 7
branch  3 never executed
function spare called 0 returned 0% blocks executed 0%
    #####:   10:/*EOF*/
branch  0 never executed
18014398509481985:   11:/*EOF*/
`;

const GCC8 = `        -:    1:
        9:    2:
------------------
a:
function a called 4 returned 100% blocks executed 83%
        4:    2:
branch  0 taken 1 (fallthrough)
branch  1 taken 3
------------------
b:
function b called 5 returned 100% blocks executed 50%
       5*:    2:
branch  0 taken 5 (fallthrough)
branch  1 taken 0
------------------
        -:    3:
function c called 4 returned 100% blocks executed 100%
        4:    4:
    =====:    6:
call    0 returned 4
`;

describe('readGcovText', () => {
  it('reads lines, branches without calls, and functions', () => {
    const file = readGcovText(GCC5, 'a.c');
    expect([...file.lines]).toEqual([
      [4, 7],
      [10, 0],
      [11, 18014398509481985n],
    ]);
    expect(file.branches.get(4)!.map(({ taken }) => taken)).toEqual([3, 4, null]);
    expect(file.branches.get(10)).toEqual([{ block: 0, branch: 0, taken: null }]);
    expect([...file.functions]).toEqual([
      ['b', { line: 4, count: 7 }],
      ['spare', { line: 10, count: 0 }],
    ]);
  });

  it('adds the branches of functions that share a line, and counts the line once', () => {
    const file = readGcovText(GCC8, 'a.c');
    expect([...file.lines]).toEqual([
      [2, 9],
      [4, 4],
      [6, 0],
    ]);
    expect(file.branches.get(2)!.map(({ taken }) => taken)).toEqual([6, 3]);
    expect([...file.functions]).toEqual([
      ['a', { line: 2, count: 4 }],
      ['b', { line: 2, count: 5 }],
      ['c', { line: 4, count: 4 }],
    ]);
  });

  it('finds nothing in a text of something else', () => {
    const file = readGcovText('Segmentation fault\nbranch  0 taken 3\n', 'a.c');
    expect([file.lines.size, file.branches.size, file.functions.size]).toEqual([0, 0, 0]);
  });
});
