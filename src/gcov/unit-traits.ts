import { howOptimised, type Optimisation } from './how-optimised.js';
import { findInlined } from './find-inlined.js';
import type { Notes, NotesFunction } from './notes.js';
import { sourcePath } from './source-path.js';

/** What the notes tell of one function beside its counts. */
export interface FunctionTraits {
  /** Assembler name. */
  readonly name: string;
  /** The source as the counts name it. */
  readonly path: string;
  readonly startLine: number;
  /** Where the format has no end (before GCC 8), the line before the next function. */
  readonly endLine: number;
  readonly blockCount: number;
  /** Other functions have pieces of it: it was inlined before the counters were placed. */
  readonly isInlined: boolean;
}

/** What the notes of a unit tell about how far its zeros can be believed. */
export interface UnitTraits {
  readonly optimisation: Optimisation;
  /** Of a unit that was not optimised only those that were inlined all the same (always_inline). */
  readonly functions: readonly FunctionTraits[];
  /**
   * By source: lines that belong to no function of the notes, ascending. They are left of functions
   * that were inlined everywhere and removed, or come from `#include` and `#line` in a function; the
   * latter are left out of a unit that was not optimised.
   */
  readonly strays: ReadonlyMap<string, readonly number[]>;
}

/**
 * The traits of a unit; null for clang, which places its counters before it inlines, so that each
 * zero is one.
 */
export function unitTraits(notes: Notes): UnitTraits | null {
  if (notes.isClang) return null;
  const optimisation = howOptimised(notes);
  const isPlain = optimisation === 'none';
  const { inlined, strays, endLineOf } = findInlined(notes, isPlain);
  const shown = notes.functions.filter((entry) => !entry.isArtificial);
  const counted = notes.sources.map(sourcePath);
  const traitsOf = (entry: NotesFunction): FunctionTraits => ({
    name: entry.name,
    path: counted[entry.source] ?? entry.path,
    startLine: entry.startLine,
    endLine: endLineOf(entry),
    blockCount: entry.blockCount,
    isInlined: inlined.has(entry),
  });
  return {
    optimisation,
    functions: (isPlain ? shown.filter((entry) => inlined.has(entry)) : shown).map(traitsOf),
    strays: byCountedName(strays),
  };
}

function byCountedName(
  strays: ReadonlyMap<string, ReadonlySet<number>>,
): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, number[]>();
  for (const [path, lines] of strays) {
    const name = sourcePath(path);
    named.set(name, [...(named.get(name) ?? []), ...lines]);
  }
  for (const [name, lines] of named)
    named.set(
      name,
      [...new Set(lines)].toSorted((a, b) => a - b),
    );
  return named;
}
