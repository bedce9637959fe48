import type { Notes, NotesFunction } from './notes.js';

/** Shows every line a function names to `visit`, with the block and the path of the source. */
export function visitLines(
  { sources }: Notes,
  { locations, firstLocation, endLocation }: NotesFunction,
  visit: (block: number, path: string, line: number) => void,
): void {
  for (let at = firstLocation; at < endLocation; at += 1) {
    const path = sources[locations.source[at] ?? 0] ?? '';
    const end = locations.firstLine[at + 1] ?? locations.lines.length;
    for (let line = locations.firstLine[at] ?? end; line < end; line += 1) {
      visit(locations.block[at] ?? 0, path, locations.lines[line] ?? 0);
    }
  }
}
