import type { NotesFunction } from './notes.js';

type Placed = Pick<NotesFunction, 'path' | 'startLine' | 'endLine' | 'isArtificial'>;

interface Range<Entry> {
  readonly startLine: number;
  readonly endLine: number;
  /** All that start at that line: template instances, clones. */
  readonly entries: readonly Entry[];
  /** The range this one lies in, else null. */
  readonly around: Range<Entry> | null;
}

// Functions lie in functions a few deep; a forged file may say anything.
const MAX_DEPTH = 32;

/** Which function a line of a source belongs to, the innermost where they lie in each other. */
export class FunctionRanges<Entry extends Placed> {
  /** Some function lies inside another: lambdas, local classes, nested functions. */
  readonly hasNested: boolean;
  private readonly byPath = new Map<string, readonly Range<Entry>[]>();

  /** Before GCC 8 the notes do not say where a function ends: it is taken to end at the next one. */
  constructor(functions: readonly Entry[], hasEndLines: boolean) {
    const ofPath = new Map<string, Map<number, Entry[]>>();
    for (const entry of functions) {
      if (entry.isArtificial || entry.startLine === 0) continue;
      const starts = ofPath.get(entry.path) ?? new Map<number, Entry[]>();
      ofPath.set(entry.path, starts);
      const same = starts.get(entry.startLine);
      if (same === undefined) starts.set(entry.startLine, [entry]);
      else same.push(entry);
    }
    let hasNested = false;
    for (const [path, starts] of ofPath) {
      const ranges = rangesOf(
        [...starts].sort(([a], [b]) => a - b),
        hasEndLines,
      );
      hasNested ||= ranges.some(({ around }) => around !== null);
      this.byPath.set(path, ranges);
    }
    this.hasNested = hasNested;
  }

  /** The function a line belongs to, else null. */
  ownerOf(path: string, line: number): Entry | null {
    return this.rangeOf(path, line)?.entries[0] ?? null;
  }

  /** All functions that start where this one does. */
  sharing(entry: Entry): readonly Entry[] {
    return this.startingAt(entry)?.entries ?? [entry];
  }

  endLineOf(entry: Entry): number {
    return this.startingAt(entry)?.endLine ?? entry.endLine;
  }

  private startingAt({ path, startLine }: Entry): Range<Entry> | undefined {
    const ranges = this.byPath.get(path) ?? [];
    const range = ranges[lastUpTo(ranges, startLine)];
    return range?.startLine === startLine ? range : undefined;
  }

  private rangeOf(path: string, line: number): Range<Entry> | null {
    const ranges = this.byPath.get(path) ?? [];
    let range = ranges[lastUpTo(ranges, line)] ?? null;
    for (let depth = 0; range !== null && range.endLine < line; depth += 1) {
      if (depth === MAX_DEPTH) return null;
      range = range.around;
    }
    return range;
  }
}

function rangesOf<Entry extends Placed>(
  starts: readonly (readonly [number, readonly Entry[]])[],
  hasEndLines: boolean,
): readonly Range<Entry>[] {
  const ranges: Range<Entry>[] = [];
  const open: Range<Entry>[] = [];
  starts.forEach(([startLine, entries], index) => {
    const nextLine = starts[index + 1]?.[0] ?? Infinity;
    const endLine = hasEndLines ? lastLineOf(entries) : nextLine - 1;
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < startLine) open.pop();
    const outer = open.at(-1);
    // What only overlaps is laid there by #line, not written inside.
    const around = outer !== undefined && endLine <= outer.endLine ? outer : null;
    const range = { startLine, endLine, entries, around };
    ranges.push(range);
    open.push(range);
  });
  return ranges;
}

function lastLineOf(entries: readonly Placed[]): number {
  return entries.reduce((last, { startLine, endLine }) => Math.max(last, startLine, endLine), 0);
}

/** Index of the last range that starts at the line or before, else -1. */
function lastUpTo(ranges: readonly { readonly startLine: number }[], line: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.startLine ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
