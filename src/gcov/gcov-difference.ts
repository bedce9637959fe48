import type { Count } from '../base/count.js';

/** One fact in which we and gcov differ; null stands for what one of the two does not know. */
export type ComparedValue = Count | string | null | readonly (Count | null)[];

/** What a difference is about. */
export type DifferenceKind =
  | 'object'
  | 'source'
  | 'line'
  | 'branches'
  | 'function'
  | 'function-line'
  | 'prime-paths'
  | 'conditions';

/** One place where our counts and those of gcov are not the same. */
export interface GcovDifference {
  /** The source as we name it; the object for kind `object`. */
  readonly path: string;
  readonly kind: DifferenceKind;
  readonly line: number | null;
  /** Assembler name of the function, for the kinds about one. */
  readonly name: string | null;
  /** The `.gcda` (or `.gcno`) both were read from. */
  readonly unit: string;
  readonly ours: ComparedValue;
  readonly theirs: ComparedValue;
}

/** Whole objects first, then by source, line, kind and function. */
export function byPlace(a: GcovDifference, b: GcovDifference): number {
  return (
    Number(b.kind === 'object') - Number(a.kind === 'object') ||
    compareText(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.kind, b.kind) ||
    compareText(a.name ?? '', b.name ?? '') ||
    compareText(a.unit, b.unit)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
