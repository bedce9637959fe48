import type { FileCounts, UnitCounts } from './file-counts.js';
import { mergeFileCounts } from './merge-file-counts.js';
import { nameSources } from './name-sources.js';

/**
 * Adds up the sources of several units by name. `nameOf` gives the name a source is to have in the
 * result, from its unit and the path the compiler used. Without it that path is the name, made
 * absolute where units mean different files by one relative path (see `nameSources`).
 */
export function mergeUnits(
  units: Iterable<UnitCounts>,
  nameOf?: (unit: UnitCounts, path: string) => string,
): Map<string, FileCounts> {
  const all = [...units];
  const nameFor = nameOf ?? nameSources(all).nameOf;
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
