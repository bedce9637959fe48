import { absoluteSource } from './absolute-source.js';
import type { FileCounts, UnitCounts } from './file-counts.js';
import { mergeFileCounts } from './merge-file-counts.js';

/**
 * Adds up the sources of several units by name. `nameOf` gives the name a source is to have in the
 * result, from its unit and the path the compiler used. Without it that path is the name, made
 * absolute where units that were compiled in different folders use one relative path: those are
 * different files.
 */
export function mergeUnits(
  units: Iterable<UnitCounts>,
  nameOf?: (unit: UnitCounts, path: string) => string,
): Map<string, FileCounts> {
  const all = [...units];
  const nameFor = nameOf ?? namesByFolder(all);
  const merged = new Map<string, FileCounts>();
  for (const unit of all) {
    for (const [path, counts] of unit.files) {
      const name = nameFor(unit, path);
      const renamed = counts.path === name ? counts : { ...counts, path: name };
      const before = merged.get(name);
      merged.set(name, before === undefined ? renamed : mergeFileCounts(before, renamed));
    }
  }
  return merged;
}

function namesByFolder(units: readonly UnitCounts[]): (unit: UnitCounts, path: string) => string {
  const absoluteNames = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { compileDirectory, files } of units) {
    for (const path of files.keys()) {
      const absolute = absoluteSource(path, compileDirectory);
      const before = absoluteNames.get(path);
      if (before === undefined) absoluteNames.set(path, absolute);
      else if (before !== absolute) ambiguous.add(path);
    }
  }
  return ({ compileDirectory }, path) =>
    ambiguous.has(path) ? absoluteSource(path, compileDirectory) : path;
}
