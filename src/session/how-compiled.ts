import type { UnitTraits } from '../gcov/unit-traits.js';
import type { CompiledUnit } from '../image/compiled-unit.js';

/** What is inlined before the counters are placed: nothing, what is declared inline, or anything. */
export type EarlyInlining = 'none' | 'declared' | 'any';

/** How one unit was compiled, as far as it can be told. */
export interface HowCompiled {
  /** Null: not known. */
  readonly isOptimised: boolean | null;
  /** As it was given to the compiler (`-O2`); null where only the notes tell. */
  readonly level: string | null;
  readonly knownFrom: 'debug information' | 'notes' | null;
  readonly early: EarlyInlining;
}

const LEVEL = /^-O(?:[0-9sgz]|fast)?$/;

/**
 * How a unit of GCC was compiled, from the options in its debug information, else from the shape its
 * notes have. Inlining before the counters are placed is what makes zeros unreliable: GCC does it
 * for small functions from -O2 on, at -O1 and -Og only for those declared inline, and not at all at
 * -O0 or with -fno-early-inlining or -fno-inline (GCC manual, "Optimize Options"; measured).
 */
export function howCompiled(traits: UnitTraits, units: readonly CompiledUnit[]): HowCompiled {
  const recorded = units.flatMap(({ options }) => (options === null ? [] : [options]));
  if (units.length === 0 || recorded.length < units.length) return fromNotes(traits);
  const ways = recorded.map(compiledWith);
  // A source compiled several times is as reliable as its worst unit.
  const worst = ways.reduce((a, b) => (ORDER.indexOf(b.early) > ORDER.indexOf(a.early) ? b : a));
  // Attributes and pragmas change the level of single functions and are not recorded.
  const isMixed = worst.isOptimised === false && traits.optimisation === 'some';
  return isMixed ? fromNotes(traits) : worst;
}

const ORDER: readonly EarlyInlining[] = ['none', 'declared', 'any'];

/** How a unit of GCC was compiled, from its recorded options. */
export function compiledWith(options: readonly string[]): HowCompiled {
  const level = options.findLast((one) => LEVEL.test(one)) ?? '-O0';
  const isOptimised = level !== '-O0';
  return { isOptimised, level, knownFrom: 'debug information', early: earlyOf(level, options) };
}

function earlyOf(level: string, options: readonly string[]): EarlyInlining {
  const isOn = (name: string): boolean | null => {
    const last = options.findLast((one) => one === `-f${name}` || one === `-fno-${name}`);
    return last === undefined ? null : last === `-f${name}`;
  };
  if (level === '-O0' || isOn('early-inlining') === false || isOn('inline') === false)
    return 'none';
  const isLittle = ['-O', '-O1', '-Og'].includes(level);
  const takesSmall = isOn('inline-small-functions') ?? isOn('inline-functions') ?? !isLittle;
  return takesSmall ? 'any' : 'declared';
}

function fromNotes({ optimisation }: UnitTraits): HowCompiled {
  if (optimisation === 'unknown') {
    return { isOptimised: null, level: null, knownFrom: null, early: 'any' };
  }
  const isOptimised = optimisation === 'some';
  return { isOptimised, level: null, knownFrom: 'notes', early: isOptimised ? 'any' : 'none' };
}
