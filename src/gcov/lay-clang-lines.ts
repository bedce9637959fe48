import { addCounts, type Count } from '../base/count.js';
import { countClangLineCycles } from './clang-line-cycles.js';
import type { FlowArc, FlowGraph } from './flow-graph.js';
import { addFlow, lineOf, type LineEntry } from './line-table.js';
import type { CountedFunction, UnitTables } from './unit-tables.js';

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
  for (const [lineEntry, { line, blocks }] of blocksOf) {
    addFlow(lineEntry, countIncoming(graph, blocks, tables));
    addFlow(lineEntry, countClangLineCycles(graph, blocks, tables.budget));
    for (const block of blocks) {
      if (lastLines.get(block) === line)
        addBranches(graph.successors[block] ?? [], lineEntry, tables);
    }
  }
}

interface ListedBlocks {
  readonly line: number;
  readonly blocks: number[];
}

function countIncoming(graph: FlowGraph, blocks: readonly number[], tables: UnitTables): Count {
  const listed = new Set(blocks);
  let sum: Count = 0;
  for (const block of blocks) {
    const arcs = (block === 0 ? graph.successors[0] : graph.predecessors[block]) ?? [];
    tables.budget.spend(arcs.length);
    for (const arc of arcs) {
      if (block === 0 || !listed.has(arc.source)) sum = addCounts(sum, arc.count);
    }
  }
  return sum;
}

function addBranches(arcs: readonly FlowArc[], line: LineEntry, tables: UnitTables): void {
  if (arcs.length < 2) return;
  tables.budget.spend(arcs.length);
  const isReached = arcs.some((arc) => arc.count !== 0);
  for (const arc of arcs) line.branches.push(isReached ? arc.count : null);
}
