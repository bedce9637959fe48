/** A dump that is recognised and named, but not read. */
export interface UnsupportedFormat {
  readonly name: string;
  readonly marker: string;
  readonly pattern: RegExp;
  /** What its owner can do. */
  readonly hint: string;
}

const LLVM_HINT =
  'it is no gcov data: llvm-profdata and llvm-cov read it; for line counts here build with --coverage instead of -fprofile-instr-generate';

const UNSUPPORTED: readonly UnsupportedFormat[] = [
  {
    name: 'AdaCore source trace',
    marker: '== GNATcoverage source trace file ==',
    pattern: /== GNATcoverage source trace file ==/,
    hint: 'it is no gcov data: gnatcov reads it; for line counts here build with --coverage instead of instrumenting with gnatcov',
  },
  {
    name: 'LLVM profile',
    marker: 'profile magic',
    // As bytes; in both byte orders.
    pattern: /\u0081[rR]forpl\u00ff|\u00fflprof[rR]\u0081/,
    hint: LLVM_HINT,
  },
  {
    name: 'LLVM profile as hex',
    marker: 'LLVM profile magic in hex',
    pattern: /(?:81 ?[57]2 ?66 ?6f ?72 ?70 ?6c ?ff|ff ?6c ?70 ?72 ?6f ?66 ?[57]2 ?81)/i,
    hint: LLVM_HINT,
  },
];

const MAX_LINE_CHARS = 4096;

/** Names the unsupported format a line belongs to, or gives null. */
export function recogniseText(text: string): UnsupportedFormat | null {
  const head = text.slice(0, MAX_LINE_CHARS);
  return UNSUPPORTED.find((format) => format.pattern.test(head)) ?? null;
}
