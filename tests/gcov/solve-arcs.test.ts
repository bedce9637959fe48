import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCounts, type Count } from '../../src/base/count.js';
import { FlowGraph } from '../../src/gcov/flow-graph.js';
import { ARC_ON_TREE } from '../../src/gcov/notes.js';
import { ArcSolver } from '../../src/gcov/solve-arcs.js';

interface Arc {
  readonly source: number;
  readonly target: number;
  readonly flags: number;
}

interface Solved {
  readonly arcCounts: readonly Count[];
  readonly blockCounts: readonly Count[];
}

// One object of each for all graphs, as the program uses them.
const GRAPH = new FlowGraph();
const SOLVER = new ArcSolver();

function solve(
  blockCount: number,
  arcs: readonly Arc[],
  counters: readonly Count[],
): Solved | string {
  const columns = {
    source: arcs.map(({ source }) => source),
    target: arcs.map(({ target }) => target),
    flags: arcs.map(({ flags }) => flags),
  };
  const entry = { blockCount, exitBlock: 1, arcs: columns, firstArc: 0, endArc: arcs.length };
  GRAPH.load(entry, false);
  const result = SOLVER.solve(GRAPH, counters);
  if (result !== 'solved') return result;
  return {
    arcCounts: GRAPH.arcCounts.slice(0, arcs.length),
    blockCounts: GRAPH.blockCounts.slice(0, blockCount),
  };
}

interface Walked {
  readonly blockCount: number;
  readonly arcs: readonly Arc[];
  readonly counts: readonly Count[];
}

/** A random graph, random walks from entry to exit on it, and a spanning tree. */
const walkedGraph: fc.Arbitrary<Walked> = fc
  .record({
    blockCount: fc.integer({ min: 3, max: 24 }),
    extra: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
    picks: fc.array(fc.array(fc.nat(), { maxLength: 60 }), { minLength: 1, maxLength: 12 }),
    weights: fc.array(fc.oneof(fc.nat(), fc.bigInt(0n, 2n ** 58n)), {
      minLength: 12,
      maxLength: 12,
    }),
    order: fc.array(fc.nat(), { minLength: 80, maxLength: 80 }),
  })
  .map(({ blockCount, extra, picks, weights, order }) => {
    const ends = new Set<string>();
    // A chain through all blocks, so that every block reaches the exit; block 1 is the exit.
    const chain = [0, ...Array.from({ length: blockCount - 2 }, (_, index) => index + 2), 1];
    chain.slice(1).forEach((target, index) => ends.add(`${chain[index]},${target}`));
    for (const [a, b] of extra) {
      const source = a % blockCount;
      const target = b % blockCount;
      if (source !== 1 && target !== 0) ends.add(`${source},${target}`);
    }
    const pairs = [...ends].map((text) => text.split(',').map(Number) as [number, number]);
    const totals = pairs.map(() => 0n);
    picks.forEach((choices, walk) => {
      const weight = BigInt(weights[walk] ?? 1);
      let block = 0;
      for (let step = 0; block !== 1; step += 1) {
        const out = pairs.flatMap(([source], index) => (source === block ? [index] : []));
        const choice = choices[step];
        // When the choices are used up, the chain leads to the exit.
        const next = chain[chain.indexOf(block) + 1];
        const index =
          choice === undefined
            ? pairs.findIndex(([source, target]) => source === block && target === next)
            : out[choice % out.length]!;
        totals[index]! += weight;
        block = pairs[index]![1];
      }
    });
    const isTree = spanningTree(blockCount, pairs, order);
    const arcs = pairs.map(([source, target], index) => ({
      source,
      target,
      flags: isTree[index] ? ARC_ON_TREE : 0,
    }));
    return { blockCount, arcs, counts: totals.map((total) => addCounts(total, 0)) };
  });

/** Arcs of a spanning tree that also holds the arc from exit to entry, as compilers choose it. */
function spanningTree(
  blockCount: number,
  pairs: readonly (readonly [number, number])[],
  order: readonly number[],
): readonly boolean[] {
  const root = Array.from({ length: blockCount }, (_, block) => block);
  const find = (block: number): number => (root[block] === block ? block : find(root[block]!));
  root[1] = 0;
  const isTree = pairs.map(() => false);
  const indices = pairs
    .map((_, index) => index)
    .sort((a, b) => (order[a % order.length] ?? 0) - (order[b % order.length] ?? 0));
  for (const index of indices) {
    const [source, target] = pairs[index]!;
    if (find(source) === find(target)) continue;
    root[find(source)] = find(target);
    isTree[index] = true;
  }
  return isTree;
}

describe('the solver', () => {
  it('gives random graphs the counts they were walked with, from the counters alone', () => {
    fc.assert(
      fc.property(walkedGraph, ({ blockCount, arcs, counts }) => {
        const counters = counts.filter((_, index) => arcs[index]!.flags === 0);
        const solved = solve(blockCount, arcs, counters) as Solved;
        expect(solved.arcCounts).toEqual(counts);
        const started = counts.filter((_, index) => arcs[index]!.source === 0);
        expect(solved.blockCounts[0]).toEqual(started.reduce<Count>(addCounts, 0));
      }),
      { numRuns: 400 },
    );
  });

  it('says when the counters do not settle a graph', () => {
    const arcs = [
      { source: 0, target: 2, flags: ARC_ON_TREE },
      { source: 2, target: 1, flags: ARC_ON_TREE },
    ];
    expect(solve(3, arcs, [])).toBe('open');
  });

  it('says when a count needs more than 64 bits', () => {
    const most = 2n ** 62n;
    const arcs = [0, 0, 0].map(() => ({ source: 2, target: 1, flags: 0 }));
    const whole = [{ source: 0, target: 2, flags: ARC_ON_TREE }, ...arcs];
    expect(solve(3, whole, [most, most, most])).toBe('overflow');
  });

  it('notices a count below zero', () => {
    const arcs = [
      { source: 0, target: 2, flags: 0 },
      { source: 2, target: 3, flags: 0 },
      { source: 2, target: 1, flags: ARC_ON_TREE },
      { source: 3, target: 1, flags: ARC_ON_TREE },
    ];
    expect(solve(4, arcs, [1, 5])).toMatchObject({ arcCounts: [1, 5, -4, 5] });
    expect(GRAPH.hasNegative).toBe(true);
    expect(solve(4, arcs, [5, 1])).toMatchObject({ arcCounts: [5, 1, 4, 1] });
    expect(GRAPH.hasNegative).toBe(false);
  });

  it('takes a chain of a million blocks without recursion', () => {
    const blockCount = 1_000_000;
    const arcs = Array.from({ length: blockCount - 1 }, (_, index) => ({
      source: index === 0 ? 0 : index + 1,
      target: index === blockCount - 2 ? 1 : index + 2,
      flags: index === 0 ? 0 : ARC_ON_TREE,
    }));
    const { arcCounts } = solve(blockCount, arcs, [9]) as Solved;
    expect(arcCounts.every((count) => count === 9)).toBe(true);
  });
});

describe('the ways out of a block', () => {
  const fan = (targets: readonly number[]): readonly number[] => {
    GRAPH.load(
      {
        blockCount: 3 + Math.max(...targets),
        exitBlock: 1,
        arcs: { source: targets.map(() => 2), target: targets, flags: targets.map(() => 0) },
        firstArc: 0,
        endArc: targets.length,
      },
      true,
    );
    const { starts, list } = GRAPH.successors;
    return [...list.subarray(starts[2], starts[3])].map((arc) => GRAPH.target[arc]!);
  };

  it('ascend by target, few or many', () => {
    expect(fan([5, 3, 4, 3])).toEqual([3, 3, 4, 5]);
    const many = Array.from({ length: 500 }, (_, index) => 3 + ((index * 191) % 500));
    expect(fan(many)).toEqual(many.toSorted((a, b) => a - b));
  });
});
