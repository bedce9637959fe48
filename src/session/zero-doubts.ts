import type { FileDoubts } from '../gcov/doubts-json.js';
import type { HowCompiled } from './how-compiled.js';

/** Which zeros of a build are not reliable. */
export interface ZeroDoubts {
  /** By source as the counts name it; only those with such zeros. */
  readonly files: ReadonlyMap<string, FileDoubts>;
  /** How the units were compiled that have such zeros. */
  readonly ways: readonly HowCompiled[];
}

/**
 * One sentence on all zeros that are not reliable: how many, why, and what to do; null for none.
 * Sources that are not recorded anyway can be left out.
 */
export function doubtsSentence(
  { files, ways }: ZeroDoubts,
  leftOut: ReadonlySet<string> = new Set(),
): string | null {
  const all = [...files].flatMap(([path, file]) => (leftOut.has(path) ? [] : [file]));
  const lines = all.reduce((sum, file) => sum + file.lines.length, 0);
  const functions = all.reduce((sum, file) => sum + file.functions.length, 0);
  const total = lines + functions;
  if (total === 0) return null;
  const parts = [counted(lines, 'line'), counted(functions, 'function')].filter(Boolean);
  const are = total === 1 ? '1 zero is' : `${total} zeros are`;
  return `${are} not reliable (${parts.join(', ')}): ${whyDoubted(ways)}`;
}

/** Why zeros of units compiled in these ways are not reliable, and what to do. */
export function whyDoubted(ways: readonly HowCompiled[]): string {
  const early = ways.filter((way) => way.early !== 'none');
  if (early.length === 0) {
    return 'the code is inlined into other functions at any level (always_inline) and may have run there';
  }
  const levels = [...new Set(early.flatMap(({ level }) => level ?? []))].toSorted();
  // At -Og nearly every zero is right, but only -O0 rules out all that moves counts.
  const flags = early.some((way) => way.early === 'declared')
    ? '-O0, or with -fno-early-inlining'
    : '-O0, or with -Og or -fno-early-inlining';
  const what = 'code may have run inlined into other functions without counting';
  if (early.every(({ level }) => level !== null)) {
    return `built with ${levels.join(' and ')}, ${what}; build with ${flags}, for zeros to rely on`;
  }
  const how = early.some(({ isOptimised }) => isOptimised === null)
    ? 'how far it was optimised is not known, and'
    : 'built with optimisation,';
  return `${how} ${what}; an ELF with debug information (--elf) tells, and building with ${flags} avoids it`;
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
