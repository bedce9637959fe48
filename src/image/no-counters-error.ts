import { BenchError } from '../base/bench-error.js';
import type { ImageKind } from './read-elf.js';

/**
 * The refusal for an image in which no object descriptor was found: says what was looked for and
 * what the image has instead, from names left in it.
 */
export function noCountersError(bytes: Uint8Array, name: string, kind: ImageKind): BenchError {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (text: string): boolean => file.includes(text, 0, 'latin1');
  const looked =
    'looked in all initialised memory for a gcov version word with a table of functions that ' +
    'points back to it';
  const error = (found: string, hint: string): BenchError =>
    new BenchError('NO_COUNTERS', `${name} holds no gcov counters`, {
      why: `${looked}; ${found}`,
      hints: [hint],
    });
  if (has('__llvm_prf_cnts') || has('__llvm_profile_')) {
    return error(
      'it has an LLVM source-based profile instead',
      'build with gcc --coverage; LLVM profiles are not read',
    );
  }
  if (has('__llvm_gcov_ctr') || has('llvm_gcov_init')) {
    return error(
      'it was instrumented by clang, which keeps no such table',
      'fetch the counters with a console dump, or build with gcc --coverage',
    );
  }
  if (has('.gcda\0')) {
    return error(
      kind === 'position-independent'
        ? 'it names .gcda files, but is position independent and has no relocations that fill in ' +
            'its pointers'
        : 'it names .gcda files, but no table refers to them',
      'name the linked ELF as the board runs it, with its .data section',
    );
  }
  if (has('__gcov_init') || has('__gcov_exit')) {
    return error(
      'a gcov runtime is linked in, but no unit was compiled for coverage',
      'compile the units under test with --coverage, not only the link step',
    );
  }
  return error(
    'nothing in it was built for coverage',
    'compile and link the units under test with --coverage',
  );
}
