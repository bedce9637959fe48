import { addCounts } from '../base/count.js';
import { BlockSet } from './block-set.js';
import { arcCountOf } from './flow-graph.js';
import { countIncoming } from './line-arcs.js';
import { countLineCycles } from './line-cycles.js';
import { addFlow, lineOf, type LineEntry, type LineTable } from './line-table.js';
import type { NotesLocation } from './notes.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';
import { BRANCH_STEPS } from './work-budget.js';

/**
 * Lays one function on its lines by the rules of gcov 8 and later: a block belongs to the highest
 * line of each of its locations; a line with blocks of its own counts the arcs that come in from
 * other lines plus the cycles among its blocks, any other line sums the blocks that name it.
 */
export function layGccLines(counted: CountedFunction, tables: UnitTables): void {
  const { entry, graph } = counted;
  const blocksOf = new Map<LineEntry, number[]>();
  let block = -1;
  let last: LineEntry | null = null;
  for (const location of inBlockOrder(entry.locations)) {
    // The line handled last survives from one location of a block to its next.
    if (location.block !== block) last = null;
    block = location.block;
    last = addLocation(counted, location, tables) ?? last;
    // gcov leaves out the block of the highest number, which once was the exit.
    if (last === null || block === 0 || block === entry.blockCount - 1) continue;
    const blocks = blocksOf.get(last);
    if (blocks === undefined) blocksOf.set(last, [block]);
    else blocks.push(block);
    addBranches(counted, block, last, tables);
  }
  const listed = new BlockSet(entry.blockCount);
  for (const [line, blocks] of blocksOf) {
    listed.set(blocks);
    addFlow(line, countIncoming(graph, blocks, listed, tables.budget));
    addFlow(line, countLineCycles(graph, blocks, listed, tables.budget));
  }
}

/** Locations by block number; the notes have them in that order as a rule. */
function inBlockOrder(locations: readonly NotesLocation[]): readonly NotesLocation[] {
  const isSorted = locations.every(
    (location, index) => index === 0 || (locations[index - 1]?.block ?? 0) <= location.block,
  );
  return isSorted ? locations : locations.toSorted((a, b) => a.block - b.block);
}

/** Counts a block on each line of one location and gives the entry of the highest one. */
function addLocation(
  counted: CountedFunction,
  location: NotesLocation,
  tables: UnitTables,
): LineEntry | null {
  const { entry, graph, separate } = counted;
  const { common } = tables.sourceOf(location.path);
  const own = separate !== null && location.path === entry.path ? separate : null;
  const count = graph.blockCounts[location.block] ?? 0;
  const isUnexecuted = count === 0 && graph.isExceptional[location.block] === 0;
  const lines =
    location.lines.length > 1 ? location.lines.toSorted((a, b) => a - b) : location.lines;
  let last: LineEntry | null = null;
  for (const line of lines) {
    const isOwn = own !== null && line >= entry.startLine && line <= entry.endLine;
    const table: LineTable = isOwn ? own : common;
    last = lineOf(table, line);
    last.sum = addCounts(last.sum, count);
    if (isUnexecuted) last.hasUnexecuted = true;
  }
  return last;
}

function addBranches(
  counted: CountedFunction,
  block: number,
  line: LineEntry,
  tables: UnitTables,
): void {
  const { successors, arcCounts, blockCounts, isBranch } = counted.graph;
  const { starts, list } = successors;
  const end = starts[block + 1] ?? 0;
  tables.budget.spend(BRANCH_STEPS * arcCountOf(successors, block));
  const isNull = tables.nullRule === 'block' && blockCounts[block] === 0;
  for (let at = starts[block] ?? 0; at < end; at += 1) {
    const index = list[at] ?? 0;
    if (isBranch[index] === 1) line.branches.push(isNull ? null : (arcCounts[index] ?? 0));
  }
  const condition = counted.conditions.get(block);
  if (condition !== undefined) line.conditions.push(condition);
}
