import type { FileDoubts } from '../gcov/doubts-json.js';
import type { FileCounts, UnitCounts } from '../gcov/file-counts.js';
import { nameSources } from '../gcov/name-sources.js';
import type { UnitTraits } from '../gcov/unit-traits.js';
import type { CompiledFunction, CompiledUnit } from '../image/compiled-unit.js';
import { howCompiled, type HowCompiled } from './how-compiled.js';
import { CompiledUnitIndex, FunctionIndex, type NamedFunction } from './match-compiled-units.js';
import { SourceDoubts } from './source-doubts.js';
import type { ZeroDoubts } from './zero-doubts.js';

// A straight piece of code: entry, exit, one block. Inlined, it may leave no trace at all.
const STRAIGHT_BLOCKS = 3;
// So small that GCC may inline one call early, and another late.
const SMALL_BLOCKS = 4;

interface JudgedUnit {
  readonly unit: UnitCounts;
  readonly traits: UnitTraits;
  readonly way: HowCompiled;
  /** Debug information that tells what was inlined; null where there is none. */
  readonly functions: FunctionIndex | null;
  readonly compiled: readonly CompiledUnit[];
}

/**
 * Finds the zeros that do not mean "not run". GCC inlines small functions before it places counters:
 * such code counts for the function around it, and its own function reads zero although it ran. A
 * zero is doubted when its function has left pieces in others (the notes show them), when the debug
 * information (`compiled`, null without) says it was inlined and nothing is left of it, or when that
 * is not known and the function is small enough to vanish. `counts` are those of all units by name.
 */
export function unreliableZeros(
  units: readonly UnitCounts[],
  counts: ReadonlyMap<string, FileCounts>,
  compiled: readonly CompiledUnit[] | null,
): ZeroDoubts {
  const index = new CompiledUnitIndex(compiled ?? []);
  const judged = units.flatMap((unit) => judge(unit, index) ?? []);
  const { nameOf } = nameSources(units);
  const sources = new Map<string, SourceDoubts>();
  const sourceOf = (unit: UnitCounts, path: string): SourceDoubts | null => {
    const name = nameOf(unit, path);
    const file = counts.get(name);
    if (file === undefined) return null;
    const known = sources.get(name) ?? new SourceDoubts(file);
    sources.set(name, known);
    return known;
  };
  for (const one of judged) {
    for (const traits of one.traits.functions) {
      const source = sourceOf(one.unit, traits.path);
      source?.addRange(traits.name, traits.endLine);
      if (isDoubtful(traits, one)) source?.doubt(traits.name, one.way);
    }
  }
  for (const one of judged) {
    const gone = goneFunctions(one);
    if (gone.length > 0) doubtGone(one, gone, sourceOf);
    for (const [path, lines] of one.traits.strays) {
      if (mayHaveRemoved(one, path)) sourceOf(one.unit, path)?.stray(lines, one.way);
    }
  }
  const files = new Map<string, FileDoubts>();
  const ways = new Set<HowCompiled>();
  for (const [name, source] of sources) {
    const doubts = source.close();
    if (doubts.lines.length + doubts.functions.length === 0) continue;
    files.set(name, doubts);
    for (const way of source.ways) ways.add(way);
  }
  return { files, ways: [...ways] };
}

function judge(unit: UnitCounts, index: CompiledUnitIndex): JudgedUnit | null {
  const { traits } = unit;
  if (traits === undefined || traits === null || unit.files.size === 0) return null;
  const compiled = index.of(unit);
  const tells = compiled.length > 0 && compiled.every(({ tellsInlining }) => tellsInlining);
  return {
    unit,
    traits,
    way: howCompiled(traits, compiled),
    functions: tells ? new FunctionIndex(compiled) : null,
    compiled: tells ? compiled : [],
  };
}

function isDoubtful(
  traits: NamedFunction & { readonly isInlined: boolean; readonly blockCount: number },
  { way, functions }: JudgedUnit,
): boolean {
  if (traits.isInlined) return true;
  if (way.early === 'none') return false;
  const known = functions?.of(traits) ?? [];
  if (known.length === 0) return traits.blockCount <= STRAIGHT_BLOCKS;
  return known.some(
    (one) => isInlinedEarly(one, way) && (!one.hasInlinedCode || traits.blockCount <= SMALL_BLOCKS),
  );
}

/** As far as it can be told: what is inlined late is told of in the same way. */
function isInlinedEarly(
  { isInlined, isDeclaredInline }: CompiledFunction,
  way: HowCompiled,
): boolean {
  return isInlined && (way.early === 'any' || (way.early === 'declared' && isDeclaredInline));
}

/** Functions that were inlined in this unit and left nothing; other units may have them whole. */
function goneFunctions({ compiled, way }: JudgedUnit): readonly CompiledFunction[] {
  return compiled
    .flatMap(({ functions }) => functions)
    .filter((one) => isInlinedEarly(one, way) && !one.hasInlinedCode);
}

function doubtGone(
  { unit, way }: JudgedUnit,
  gone: readonly CompiledFunction[],
  sourceOf: (unit: UnitCounts, path: string) => SourceDoubts | null,
): void {
  const index = new FunctionIndex([{ functions: gone }]);
  const lines = new Set(gone.flatMap(({ line }) => line ?? []));
  for (const path of unit.files.keys()) {
    const source = sourceOf(unit, path);
    for (const line of source === null ? [] : lines) {
      for (const one of source?.startingAt(line) ?? []) {
        if (index.of(one).length > 0) source?.doubt(one.name, way);
      }
    }
  }
}

/**
 * Lines without a function are left of functions that were inlined everywhere and removed. Where only
 * always_inline does that, a source without functions rather is a piece of text for `#include`.
 */
function mayHaveRemoved({ unit, way, functions, compiled }: JudgedUnit, path: string): boolean {
  if (way.early === 'none') return (unit.files.get(path)?.functions.size ?? 0) > 0;
  if (functions === null) return true;
  return compiled.some((one) => one.functions.some((inlined) => isInlinedEarly(inlined, way)));
}
