import { addCounts } from '../base/count.js';
import { arcsAt } from './line-arcs.js';
import { lineOf, type LineEntry } from './line-table.js';
import type { NotesLocation } from './notes.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';

/**
 * Lays one function on its lines by the rules of gcov 4.7 to 7 without `-a`, the way lcov calls it:
 * a line sums the blocks that name it, and a block without lines puts its branches on the line of
 * the block before.
 */
export function layOldGccLines(counted: CountedFunction, tables: UnitTables): void {
  const { entry, graph } = counted;
  const locationsOf = new Map<number, NotesLocation[]>();
  for (const location of entry.locations) {
    const list = locationsOf.get(location.block);
    if (list === undefined) locationsOf.set(location.block, [location]);
    else list.push(location);
  }
  let last: LineEntry | null = null;
  for (let block = 0; block < entry.blockCount; block += 1) {
    const count = graph.blockCounts[block] ?? 0;
    for (const location of locationsOf.get(block) ?? []) {
      const { common } = tables.sourceOf(location.path);
      for (const line of location.lines) {
        last = lineOf(common, line);
        last.sum = addCounts(last.sum, count);
      }
    }
    if (last === null || block === 0 || block === entry.blockCount - 1) continue;
    for (const index of arcsAt(graph.successors, block)) {
      if (graph.isBranch[index] === 0) continue;
      last.branches.push(count === 0 ? null : (graph.arcCounts[index] ?? 0));
    }
  }
}
