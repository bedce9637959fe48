import { countClangLineCycles } from './clang-line-cycles.js';
import type { FlowGraph } from './flow-graph.js';
import { arcsAt, countIncoming, countOutgoing } from './line-arcs.js';
import type { LineEntry } from './line-table.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';
import { BRANCH_STEPS } from './work-budget.js';

/**
 * Lays one function on its lines by the rules of llvm-cov gcov: a block belongs to every line it
 * names; a line counts the arcs that come in from blocks of other lines (for the entry block, what
 * goes out) plus the cycles among its blocks. A block with several ways out is a branch of the last
 * line it names.
 */
export function layClangLines({ entry, graph }: CountedFunction, tables: UnitTables): void {
  const { locations, firstLocation, endLocation } = entry;
  const { lineBlocks, budget } = tables;
  const lastLines = new Map<number, number>();
  for (let location = firstLocation; location < endLocation; location += 1) {
    const { common } = tables.sourceAt(locations.source[location] ?? 0);
    const block = locations.block[location] ?? 0;
    const end = locations.firstLine[location + 1] ?? 0;
    for (let at = locations.firstLine[location] ?? end; at < end; at += 1) {
      const line = locations.lines[at] ?? 0;
      lastLines.set(block, line);
      // A block that names a line twice counts twice, as llvm-cov has it.
      lineBlocks.add(common.lineOf(line), block);
    }
  }
  lineBlocks.visit(graph, (line, blocks, listed) => {
    for (const block of blocks) {
      if (block === 0) line.addFlow(countOutgoing(graph, block));
      if (lastLines.get(block) === line.line) addBranches(graph, block, line, tables);
    }
    // Nothing comes into the entry block, so it adds nothing here.
    line.addFlow(countIncoming(graph, blocks, listed, budget));
    line.addFlow(countClangLineCycles(graph, blocks, listed, budget));
  });
}

function addBranches(graph: FlowGraph, block: number, line: LineEntry, tables: UnitTables): void {
  const arcs = arcsAt(graph.successors, block);
  if (arcs.length < 2) return;
  tables.budget.spend(BRANCH_STEPS * arcs.length);
  const counts = Array.from(arcs, (arc) => graph.arcCounts[arc] ?? 0);
  const isReached = counts.some((count) => count !== 0);
  for (const count of counts) line.addBranch(isReached ? count : null);
}
