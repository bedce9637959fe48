import { isBenchError } from '../base/bench-error.js';
import type { BuildLine } from '../gcov/file-counts.js';
import type { ThrowBranches } from '../gcov/leave-out-marked.js';
import { readNotes } from '../gcov/read-notes.js';
import { throwBranches } from '../gcov/throw-branches.js';
import { noteFilesOf, readEach } from './note-files.js';

/** A source as one of its units names it: the folder compiled in, if the notes tell, and the path. */
export interface NamedSource {
  readonly compileDirectory: string | null;
  readonly path: string;
  /** Its name in the result. */
  readonly name: string;
}

/**
 * Which branches of some sources are ways of exceptions, from all notes that name them; where two
 * units differ, a branch counts as one only if both say so. A source is missing when no notes tell.
 * Reads the notes again, which only sources that exclude such branches are worth. Errors:
 * FILE_UNREADABLE.
 */
export async function throwsOfSources(
  sources: readonly NamedSource[],
  notePlaces: readonly string[],
): Promise<ReadonlyMap<string, ThrowBranches>> {
  const found = new Map<string, Map<BuildLine, readonly boolean[]>>();
  if (sources.length === 0) return found;
  const wanted = new Map(sources.map((source) => [keyOf(source), source.name]));
  const paths = [...new Set(sources.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)))];
  for (const { path: file, bytes } of readEach(await noteFilesOf(notePlaces))) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!paths.some((path) => buffer.includes(path))) continue;
    for (const { compileDirectory, path, lines } of throwsIn(bytes, file)) {
      const name = wanted.get(keyOf({ compileDirectory, path }));
      if (name === undefined) continue;
      const all = found.get(name) ?? new Map<BuildLine, readonly boolean[]>();
      for (const [line, isThrow] of lines) all.set(line, both(all.get(line), isThrow));
      found.set(name, all);
    }
  }
  return found;
}

/** Notes that are not sound were told of when their unit was counted. */
function throwsIn(
  bytes: Uint8Array,
  file: string,
): readonly { compileDirectory: string | null; path: string; lines: ThrowBranches }[] {
  try {
    const notes = readNotes(bytes, file);
    const { compileDirectory } = notes;
    return [...throwBranches(notes)].map(([path, lines]) => ({ compileDirectory, path, lines }));
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return [];
  }
}

function both(a: readonly boolean[] | undefined, b: readonly boolean[]): readonly boolean[] {
  if (a === undefined) return b;
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.map((isThrow, branch) => isThrow && short[branch] !== false);
}

function keyOf({ compileDirectory, path }: Omit<NamedSource, 'name'>): string {
  return `${compileDirectory ?? ''}\0${path}`;
}
