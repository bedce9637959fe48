import { addCounts, type Count } from '../base/count.js';
import { countLineCycles } from './line-cycles.js';
import { addFlow, lineOf, type LineEntry, type LineTable } from './line-table.js';
import type { NotesLocation } from './notes.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';

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
  for (const [line, blocks] of blocksOf) {
    addFlow(line, countIncoming(counted, blocks, tables));
    addFlow(line, countLineCycles(graph, blocks, tables.budget));
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
  const isUnexecuted = count === 0 && graph.isExceptional[location.block] === false;
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
  const { graph } = counted;
  const arcs = graph.successors[block] ?? [];
  tables.budget.spend(arcs.length);
  const isNull = tables.nullRule === 'block' && graph.blockCounts[block] === 0;
  for (const arc of arcs) {
    if (!arc.isUnconditional && !arc.isCallNonReturn) line.branches.push(isNull ? null : arc.count);
  }
  const condition = counted.conditions.get(block);
  if (condition !== undefined) line.conditions.push(condition);
}

/** What comes into the blocks of a line from blocks that are not of the line. */
function countIncoming(
  counted: CountedFunction,
  blocks: readonly number[],
  tables: UnitTables,
): Count {
  const listed = new Set(blocks);
  let sum: Count = 0;
  for (const block of blocks) {
    const arcs = counted.graph.predecessors[block] ?? [];
    tables.budget.spend(arcs.length);
    for (const arc of arcs) if (!listed.has(arc.source)) sum = addCounts(sum, arc.count);
  }
  return sum;
}
