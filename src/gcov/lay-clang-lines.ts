import { BlockSet } from './block-set.js';
import { countClangLineCycles } from './clang-line-cycles.js';
import type { FlowGraph } from './flow-graph.js';
import { arcsAt, countIncoming, countOutgoing } from './line-arcs.js';
import { addFlow, lineOf, type LineEntry } from './line-table.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';
import { BRANCH_STEPS } from './work-budget.js';

/**
 * Lays one function on its lines by the rules of llvm-cov gcov: a block belongs to every line it
 * names; a line counts the arcs that come in from blocks of other lines (for the entry block, what
 * goes out) plus the cycles among its blocks. A block with several ways out is a branch of the last
 * line it names.
 */
export function layClangLines(counted: CountedFunction, tables: UnitTables): void {
  const { entry, graph } = counted;
  const blocksOf = new Map<LineEntry, ListedBlocks>();
  const lastLines = new Map<number, number>();
  for (const location of entry.locations) {
    const { common } = tables.sourceOf(location.path);
    for (const line of location.lines) {
      const lineEntry = lineOf(common, line);
      lastLines.set(location.block, line);
      const listed = blocksOf.get(lineEntry);
      // A block that names a line twice counts twice, as llvm-cov has it.
      if (listed === undefined) blocksOf.set(lineEntry, { line, blocks: [location.block] });
      else listed.blocks.push(location.block);
    }
  }
  const listed = new BlockSet(entry.blockCount);
  for (const [lineEntry, { line, blocks }] of blocksOf) {
    listed.set(blocks);
    for (const block of blocks) {
      if (block === 0) addFlow(lineEntry, countOutgoing(graph, block));
      if (lastLines.get(block) === line) addBranches(graph, block, lineEntry, tables);
    }
    // Nothing comes into the entry block, so it adds nothing here.
    addFlow(lineEntry, countIncoming(graph, blocks, listed, tables.budget));
    addFlow(lineEntry, countClangLineCycles(graph, blocks, listed, tables.budget));
  }
}

interface ListedBlocks {
  readonly line: number;
  readonly blocks: number[];
}

function addBranches(graph: FlowGraph, block: number, line: LineEntry, tables: UnitTables): void {
  const arcs = arcsAt(graph.successors, block);
  if (arcs.length < 2) return;
  tables.budget.spend(BRANCH_STEPS * arcs.length);
  const counts = Array.from(arcs, (index) => graph.arcCounts[index] ?? 0);
  const isReached = counts.some((count) => count !== 0);
  for (const count of counts) line.branches.push(isReached ? count : null);
}
