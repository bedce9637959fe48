import { readCompiledUnits } from '../../image/read-compiled-units.js';
import { compiledWith } from '../how-compiled.js';

// What --coverage stands for, and its own name.
const COUNTING: ReadonlySet<string> = new Set(['-ftest-coverage', '--coverage']);

/**
 * What the debug information of an ELF says about units with counters that inline before the
 * counters are placed, so that zeros do not mean "not run"; null when none does or nothing is known.
 */
export function inliningFact(elf: Uint8Array): string | null {
  const ways = readCompiledUnits(elf).units.flatMap(({ options }) =>
    options?.some((option) => COUNTING.has(option)) === true ? [compiledWith(options)] : [],
  );
  const early = ways.filter((way) => way.early === 'any');
  if (early.length === 0) return null;
  const levels = [...new Set(early.flatMap(({ level }) => level ?? []))].toSorted();
  const count = early.length === ways.length ? '' : ` (${early.length} of ${ways.length} units)`;
  return `built with ${levels.join(' and ')}${count}: what runs inlined may count zero; -fno-early-inlining prevents it`;
}
