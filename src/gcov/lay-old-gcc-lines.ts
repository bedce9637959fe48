import { addCounts } from '../base/count.js';
import { arcsAt } from './line-arcs.js';
import type { LineEntry } from './line-table.js';
import type { NotesFunction } from './notes.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';

/**
 * Lays one function on its lines by the rules of gcov 4.7 to 7 without `-a`, the way lcov calls it:
 * a line sums the blocks that name it, and a block without lines puts its branches on the line of
 * the block before.
 */
export function layOldGccLines({ entry, graph }: CountedFunction, tables: UnitTables): void {
  const { locations } = entry;
  const locationsOf = locationsByBlock(entry);
  let last: LineEntry | null = null;
  for (let block = 0; block < entry.blockCount; block += 1) {
    const count = graph.blockCounts[block] ?? 0;
    for (const location of locationsOf.get(block) ?? []) {
      const { common } = tables.sourceAt(locations.source[location] ?? 0);
      const end = locations.firstLine[location + 1] ?? 0;
      for (let at = locations.firstLine[location] ?? end; at < end; at += 1) {
        last = common.lineOf(locations.lines[at] ?? 0);
        last.sum = addCounts(last.sum, count);
      }
    }
    if (last === null || block === 0 || block === entry.blockCount - 1) continue;
    for (const arc of arcsAt(graph.successors, block)) {
      if (graph.isBranch[arc] === 0) continue;
      last.addBranch(count === 0 ? null : (graph.arcCounts[arc] ?? 0));
    }
  }
}

function locationsByBlock({
  locations,
  firstLocation,
  endLocation,
}: NotesFunction): ReadonlyMap<number, readonly number[]> {
  const byBlock = new Map<number, number[]>();
  for (let location = firstLocation; location < endLocation; location += 1) {
    const block = locations.block[location] ?? 0;
    const list = byBlock.get(block);
    if (list === undefined) byBlock.set(block, [location]);
    else list.push(location);
  }
  return byBlock;
}
