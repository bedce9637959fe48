import type { NotesFunction } from './notes.js';

/**
 * Functions that start on the same line of the same source as another one: template instances,
 * lambdas, macro-made ones. Those the compiler made up do not count.
 */
export function sharersOfALine(functions: readonly NotesFunction[]): ReadonlySet<NotesFunction> {
  const first = new Map<string, NotesFunction>();
  const sharers = new Set<NotesFunction>();
  for (const entry of functions) {
    if (entry.isArtificial) continue;
    const key = `${entry.startLine}:${entry.source}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, entry);
    else sharers.add(other).add(entry);
  }
  return sharers;
}
