import type { Notes, NotesFunction } from './notes.js';

/**
 * Shows every line a function names that is not in its own source from its first line to `endLine`.
 * Nearly all are, and they are passed over without a call.
 */
export function visitForeignLines(
  { sources }: Notes,
  { locations, firstLocation, endLocation, source, startLine }: NotesFunction,
  endLine: number,
  visit: (path: string, line: number) => void,
): void {
  for (let at = firstLocation; at < endLocation; at += 1) {
    const isOwn = locations.source[at] === source;
    const end = locations.firstLine[at + 1] ?? locations.lines.length;
    for (let index = locations.firstLine[at] ?? end; index < end; index += 1) {
      const line = locations.lines[index] ?? 0;
      if (isOwn && line >= startLine && line <= endLine) continue;
      visit(sources[locations.source[at] ?? 0] ?? '', line);
    }
  }
}
