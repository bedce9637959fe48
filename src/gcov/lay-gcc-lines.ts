import { addCounts } from '../base/count.js';
import { arcCountOf } from './flow-graph.js';
import { countIncoming } from './line-arcs.js';
import { countLineCycles } from './line-cycles.js';
import type { LineEntry } from './line-table.js';
import type { NotesFunction } from './notes.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';
import { BRANCH_STEPS } from './work-budget.js';

/**
 * Lays one function on its lines by the rules of gcov 8 and later: a block belongs to the highest
 * line of each of its locations; a line with blocks of its own counts the arcs that come in from
 * other lines plus the cycles among its blocks, any other line sums the blocks that name it.
 */
export function layGccLines(counted: CountedFunction, tables: UnitTables): void {
  const { entry, graph } = counted;
  const { lineBlocks, budget } = tables;
  const { firstLocation, endLocation } = entry;
  const order = blockOrder(entry);
  let block = -1;
  let last: LineEntry | null = null;
  for (let index = firstLocation; index < endLocation; index += 1) {
    const location = order === null ? index : (order[index - firstLocation] ?? index);
    // The line handled last survives from one location of a block to its next.
    const locationBlock = entry.locations.block[location] ?? 0;
    if (locationBlock !== block) last = null;
    block = locationBlock;
    last = addLocation(counted, location, block, tables) ?? last;
    // gcov leaves out the block of the highest number, which once was the exit.
    if (last === null || block === 0 || block === entry.blockCount - 1) continue;
    lineBlocks.add(last, block);
    addBranches(counted, block, last, tables);
  }
  lineBlocks.visit(graph, (line, blocks, listed) => {
    line.addFlow(countIncoming(graph, blocks, listed, budget));
    line.addFlow(countLineCycles(graph, blocks, listed, budget));
  });
}

/** Locations by block number; null when the notes have them in that order, as they do as a rule. */
function blockOrder({ locations, firstLocation, endLocation }: NotesFunction): number[] | null {
  const { block } = locations;
  let location = firstLocation + 1;
  while (location < endLocation && (block[location - 1] ?? 0) <= (block[location] ?? 0)) {
    location += 1;
  }
  if (location >= endLocation) return null;
  const order = Array.from({ length: endLocation - firstLocation }, (_, at) => firstLocation + at);
  return order.sort((a, b) => (block[a] ?? 0) - (block[b] ?? 0));
}

/** Counts a block on each line of one location and gives the entry of the highest one. */
function addLocation(
  { entry, graph, separate }: CountedFunction,
  location: number,
  block: number,
  tables: UnitTables,
): LineEntry | null {
  const { locations } = entry;
  const source = locations.source[location] ?? 0;
  const { common } = tables.sourceAt(source);
  const own = separate !== null && source === entry.source ? separate : null;
  const count = graph.blockCounts[block] ?? 0;
  const isUnexecuted = count === 0 && graph.isExceptional[block] === 0;
  const first = locations.firstLine[location] ?? 0;
  const end = locations.firstLine[location + 1] ?? first;
  let highest: LineEntry | null = null;
  for (let at = first; at < end; at += 1) {
    const line = locations.lines[at] ?? 0;
    const isOwn = own !== null && line >= entry.startLine && line <= entry.endLine;
    const lineEntry = (isOwn ? own : common).lineOf(line);
    lineEntry.sum = addCounts(lineEntry.sum, count);
    if (isUnexecuted) lineEntry.hasUnexecuted = true;
    if (highest === null || line >= highest.line) highest = lineEntry;
  }
  return highest;
}

function addBranches(
  { graph, conditions }: CountedFunction,
  block: number,
  line: LineEntry,
  tables: UnitTables,
): void {
  const { successors, arcCounts, blockCounts, isBranch } = graph;
  const { starts, list } = successors;
  const end = starts[block + 1] ?? 0;
  tables.budget.spend(BRANCH_STEPS * arcCountOf(successors, block));
  const isNull = tables.nullRule === 'block' && blockCounts[block] === 0;
  for (let at = starts[block] ?? 0; at < end; at += 1) {
    const arc = list[at] ?? 0;
    if (isBranch[arc] === 1) line.addBranch(isNull ? null : (arcCounts[arc] ?? 0));
  }
  const condition = conditions.get(block);
  if (condition !== undefined) line.addCondition(condition);
}
