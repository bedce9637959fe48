import { describe, expect, it } from 'vitest';
import { BlockSet } from '../../src/gcov/block-set.js';
import { countClangLineCycles } from '../../src/gcov/clang-line-cycles.js';
import { FlowGraph } from '../../src/gcov/flow-graph.js';
import { countLineCycles } from '../../src/gcov/line-cycles.js';
import { WorkBudget } from '../../src/gcov/work-budget.js';

type Weighted = readonly [source: number, target: number, count: number];

function graphOf(blockCount: number, weighted: readonly Weighted[]): FlowGraph {
  const graph = new FlowGraph();
  const arcs = {
    source: weighted.map(([source]) => source),
    target: weighted.map(([, target]) => target),
    flags: weighted.map(() => 0),
  };
  graph.load({ blockCount, exitBlock: 1, arcs, firstArc: 0, endArc: weighted.length }, false);
  weighted.forEach(([, , count], arc) => {
    graph.arcCounts[arc] = count;
  });
  return graph;
}

function cycles(
  count: typeof countLineCycles,
  graph: FlowGraph,
  blocks: readonly number[],
  steps = 1_000_000,
): unknown {
  const listed = new BlockSet();
  listed.makeRoom(graph.blockCount);
  listed.set(blocks);
  return count(graph, blocks, listed, new WorkBudget(steps, () => new Error('spent')));
}

const LOOP: readonly Weighted[] = [
  [0, 2, 1],
  [2, 3, 10],
  [3, 2, 9],
  [3, 1, 1],
];

describe.each([
  ['gcov', countLineCycles],
  ['llvm-cov', countClangLineCycles],
])('cycles on one line as %s counts them', (_, count) => {
  it('are the rounds of a loop', () => {
    expect(cycles(count, graphOf(4, LOOP), [2, 3])).toBe(9);
  });

  it('add up for nested loops', () => {
    const nested: readonly Weighted[] = [
      [2, 3, 3],
      [3, 4, 30],
      [4, 3, 27],
      [4, 2, 2],
      [4, 1, 1],
    ];
    expect(cycles(count, graphOf(5, nested), [2, 3, 4])).toBe(29);
  });

  it('are none between blocks of different lines', () => {
    expect(cycles(count, graphOf(4, LOOP), [3])).toBe(0);
  });

  it('are none over arcs that never ran', () => {
    const idle = LOOP.map(([source, target]): Weighted => [source, target, 0]);
    expect(cycles(count, graphOf(4, idle), [2, 3])).toBe(0);
  });

  it('stop when the work is out of bounds', () => {
    const size = 60;
    const dense: Weighted[] = [];
    for (let a = 2; a < size; a += 1) {
      for (let b = 2; b < size; b += 1) if (a !== b) dense.push([a, b, 1 + ((a * b) % 7)]);
    }
    const blocks = Array.from({ length: size - 2 }, (__, index) => index + 2);
    expect(() => cycles(count, graphOf(size, dense), blocks, 20_000)).toThrow('spent');
  });

  it('go round ten thousand blocks without recursion', () => {
    const size = 10_000;
    const ring = Array.from({ length: size }, (__, block): Weighted => [
      block,
      (block + 1) % size,
      5,
    ]);
    const blocks = Array.from({ length: size }, (__, block) => block);
    expect(cycles(count, graphOf(size, ring), blocks, 100_000_000)).toBe(5);
  });
});

describe('arcs from a block to itself', () => {
  const self: readonly Weighted[] = [
    [0, 2, 1],
    [2, 2, 6],
    [2, 1, 1],
  ];
  it('count for gcov and not for llvm-cov', () => {
    expect(cycles(countLineCycles, graphOf(3, self), [2])).toBe(6);
    expect(cycles(countClangLineCycles, graphOf(3, self), [2])).toBe(0);
  });
});
