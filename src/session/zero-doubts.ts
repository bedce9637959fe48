import type { HowCompiled } from './how-compiled.js';

/** The zeros of one source that do not mean "not run". */
export interface FileDoubts {
  /** Ascending. */
  readonly lines: readonly number[];
  /** Assembler names, in the order of the counts. */
  readonly functions: readonly string[];
}

/** Which zeros of a build are not reliable, and how its units were compiled. */
export interface ZeroDoubts {
  /** By source as the counts name it; only those with such zeros. */
  readonly files: ReadonlyMap<string, FileDoubts>;
  /** Ways units were compiled, and how many; without those of clang, whose zeros are all reliable. */
  readonly ways: readonly (HowCompiled & { readonly unitCount: number })[];
  /** The ways of the units that have such zeros. */
  readonly doubted: readonly HowCompiled[];
}

/** One sentence on all zeros that are not reliable: how many, why, and what to do; null for none. */
export function doubtsSentence({ files, doubted }: ZeroDoubts): string | null {
  const all = [...files.values()];
  const lines = all.reduce((sum, file) => sum + file.lines.length, 0);
  const functions = all.reduce((sum, file) => sum + file.functions.length, 0);
  const total = lines + functions;
  if (total === 0) return null;
  const parts = [counted(lines, 'line'), counted(functions, 'function')].filter(Boolean);
  const are = total === 1 ? '1 zero is' : `${total} zeros are`;
  return `${are} not reliable (${parts.join(', ')}): ${reason(doubted)}`;
}

function reason(doubted: readonly HowCompiled[]): string {
  const early = doubted.filter((way) => way.early !== 'none');
  if (early.length === 0) {
    return 'the code is inlined into other functions at any level (always_inline) and may have run there';
  }
  const levels = [...new Set(early.flatMap(({ level }) => level ?? []))].toSorted();
  const isAllKnown = early.every(({ level }) => level !== null);
  const isUnknown = early.some(({ isOptimised }) => isOptimised === null);
  const built = isAllKnown
    ? `built with ${levels.join(' and ')}`
    : isUnknown
      ? 'how far it was optimised is not known, and'
      : 'built with optimisation';
  const tell = isAllKnown ? '' : '; an ELF with debug information (--elf) tells more';
  const comma = isUnknown && !isAllKnown ? '' : ',';
  return `${built}${comma} code may have run inlined into other functions without counting; build with -fno-early-inlining, -Og or -O0 to be sure${tell}`;
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
