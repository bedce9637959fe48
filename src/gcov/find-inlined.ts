import { FunctionRanges } from './function-ranges.js';
import { isAtLeast } from './gcov-version.js';
import type { Notes, NotesFunction } from './notes.js';
import { visitLines } from './visit-lines.js';

/** Functions of which other functions have pieces, and lines without a function. */
export interface InlinedPieces {
  readonly inlined: ReadonlySet<NotesFunction>;
  /** By source as the compiler named it. */
  readonly strays: ReadonlyMap<string, ReadonlySet<number>>;
  readonly endLineOf: (entry: NotesFunction) => number;
}

/**
 * Finds what was inlined before the counters were placed: GCC then counts those pieces in the blocks
 * of the function around them, under the lines of the function they come from. What is inlined later
 * takes its own counters along and leaves no such sign. Without optimisation (`isPlain`) only
 * always_inline does that, and what merely looks like it is left out.
 */
export function findInlined(notes: Notes, isPlain: boolean): InlinedPieces {
  const ranges = new FunctionRanges(notes.functions, isAtLeast(notes.version, 8));
  const inlined = new Set<NotesFunction>();
  const strays = new Map<string, Set<number>>();
  for (const entry of notes.functions) {
    if (isPlain && entry.isArtificial) continue;
    const endLine = ranges.endLineOf(entry);
    visitLines(notes, entry, (_, path, line) => {
      const isOwn = path === entry.path && line >= entry.startLine && line <= endLine;
      if (isOwn && !ranges.hasNested) return;
      const owner = ranges.ownerOf(path, line);
      if (owner === null) {
        // gcov does not count what the compiler made by itself.
        if (isOwn || entry.isArtificial) return;
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
    });
  }
  return { inlined, strays, endLineOf: (entry) => ranges.endLineOf(entry) };
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
