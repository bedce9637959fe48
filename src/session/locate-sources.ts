import { posix } from 'node:path';
import { foldersUpFrom, type SourceNames } from './source-names.js';

/** A source by the name it has in the build. */
export interface BuiltSource {
  readonly name: string;
  /** The folder its unit was compiled in. */
  readonly base: string;
}

/** A folder of the build and where it seems to be now. */
export interface MovedTree {
  readonly from: string;
  readonly to: string;
}

export interface LocatedSource {
  /** Where it lies on this machine. */
  readonly path: string;
  /** The tree it was found in, when that is not where it was built. */
  readonly moved: MovedTree | null;
}

const MAX_STARTS = 64;

/**
 * Finds the sources of a build on this machine: under their own name, else, when the build tree was
 * copied or moved, under the same path from where the folder it was compiled in seems to be now. That
 * is the folder around the data or the notes (`starts`) from which most of the sources that are
 * missing are found.
 */
export function locateSources(
  sources: readonly BuiltSource[],
  starts: Iterable<string>,
  names: SourceNames,
): ReadonlyMap<string, LocatedSource> {
  const located = new Map<string, LocatedSource>();
  const missing = new Map<string, BuiltSource[]>();
  for (const source of sources) {
    const list = missing.get(source.base);
    if (names.isHere(source.name)) located.set(source.name, { path: source.name, moved: null });
    else if (!isInSameTree(source)) continue;
    else if (list === undefined) missing.set(source.base, [source]);
    else list.push(source);
  }
  if (missing.size === 0) return located;
  const candidates = new Set([...new Set(starts)].slice(0, MAX_STARTS).flatMap(foldersUpFrom));
  for (const [from, ofBase] of missing) {
    const relative = ofBase.map(({ name }) => posix.relative(from, name));
    const to = names.bestOf(candidates, relative);
    if (to === null) continue;
    ofBase.forEach(({ name }, index) => {
      const path = posix.join(to, relative[index] ?? '');
      if (names.isHere(path)) located.set(name, { path, moved: { from, to } });
    });
  }
  return located;
}

/** The headers of a tool chain do not move with the build tree. */
function isInSameTree({ name, base }: BuiltSource): boolean {
  const [first, second] = name.split('/', 2);
  const [baseFirst, baseSecond] = base.split('/', 2);
  return first === baseFirst && second === baseSecond;
}
