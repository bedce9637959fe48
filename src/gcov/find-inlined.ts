import { FunctionRanges } from './function-ranges.js';
import { isAtLeast } from './gcov-version.js';
import type { Notes, NotesFunction } from './notes.js';
import { visitForeignLines } from './visit-foreign-lines.js';
import { visitLines } from './visit-lines.js';

/** Functions of which other functions have pieces, and lines without a function. */
export interface InlinedPieces {
  readonly inlined: ReadonlySet<NotesFunction>;
  /** By source as the compiler named it. */
  readonly strays: ReadonlyMap<string, ReadonlySet<number>>;
  readonly endLineOf: (entry: NotesFunction) => number;
}

const NOTHING: InlinedPieces = {
  inlined: new Set(),
  strays: new Map(),
  endLineOf: ({ endLine }) => endLine,
};

/**
 * Finds what was inlined before the counters were placed: GCC then counts those pieces in the blocks
 * of the function around them, under the lines of the function they come from. What is inlined later
 * takes its own counters along and leaves no such sign. Without optimisation (`isPlain`) only
 * always_inline does that, and what merely looks like it is left out.
 */
export function findInlined(notes: Notes, isPlain: boolean): InlinedPieces {
  const hasEndLines = isAtLeast(notes.version, 8);
  if (hasEndLines && isApart(notes)) return NOTHING;
  const ranges = new FunctionRanges(notes.functions, hasEndLines);
  const inlined = new Set<NotesFunction>();
  const strays = new Map<string, Set<number>>();
  for (const entry of notes.functions) {
    if (isPlain && entry.isArtificial) continue;
    const endLine = ranges.endLineOf(entry);
    const look = (path: string, line: number): void => {
      const owner = ranges.ownerOf(path, line);
      const isOwn = path === entry.path && line >= entry.startLine && line <= endLine;
      if (owner === null) {
        // gcov does not count what the compiler made by itself.
        if (isOwn || entry.isArtificial || (isPlain && path !== entry.path)) return;
        const lines = strays.get(path);
        if (lines === undefined) strays.set(path, new Set([line]));
        else lines.add(line);
        return;
      }
      if (inlined.has(owner) || areOne(owner, entry, ranges)) return;
      // The lines at both ends are also those of what a lambda is written in, and of what the
      // compiler makes by itself; a function of one line may be one of a list made by macros.
      const isInside = line > owner.startLine && line < ranges.endLineOf(owner);
      if (!isInside && (isOwn || isPlain || entry.isArtificial)) return;
      for (const same of ranges.sharing(owner)) inlined.add(same);
    };
    if (ranges.hasNested) visitLines(notes, entry, (_, path, line) => look(path, line));
    else visitForeignLines(notes, entry, endLine, look);
  }
  return { inlined, strays, endLineOf: (entry) => ranges.endLineOf(entry) };
}

/**
 * True, at little cost, for most units: each function lies below or above all others of its source
 * and names no lines but its own.
 */
function isApart(notes: Notes): boolean {
  const firstLines = new Map<number, number>();
  const lastLines = new Map<number, number>();
  let isSo = true;
  for (const entry of notes.functions) {
    const { source, startLine, endLine } = entry;
    const first = firstLines.get(source) ?? startLine;
    const last = lastLines.get(source) ?? 0;
    if (entry.isArtificial || (startLine <= last && endLine >= first)) return false;
    firstLines.set(source, Math.min(first, startLine));
    lastLines.set(source, Math.max(last, endLine));
    visitForeignLines(notes, entry, endLine, () => {
      isSo = false;
    });
    if (!isSo) return false;
  }
  return true;
}

/** Variants of one function, or one written inside the other, which may name its lines. */
function areOne(
  owner: NotesFunction,
  entry: NotesFunction,
  ranges: FunctionRanges<NotesFunction>,
): boolean {
  if (owner.path !== entry.path) return false;
  if (owner.startLine === entry.startLine) return true;
  return owner.startLine < entry.startLine && ranges.endLineOf(entry) <= ranges.endLineOf(owner);
}
