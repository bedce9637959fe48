import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCounts, type Count } from '../../src/base/count.js';
import { packArcs } from '../../src/gcov/flow-graph.js';
import { ARC_ON_TREE, type NotesArc, type NotesFunction } from '../../src/gcov/notes.js';
import { countersOf, solveArcs, type SolvedCounts } from '../../src/gcov/solve-arcs.js';

function functionOf(blockCount: number, arcs: readonly NotesArc[]): NotesFunction {
  return {
    ident: 1,
    lineChecksum: 2,
    graphChecksum: 3,
    name: 'f',
    isArtificial: false,
    path: 'f.c',
    startLine: 1,
    endLine: 1,
    blockCount,
    exitBlock: 1,
    arcs,
    locations: [],
    conditions: [],
    pathCount: null,
    offset: 0,
  };
}

function solve(entry: NotesFunction, counters: readonly Count[]): SolvedCounts | null {
  return solveArcs(
    entry,
    counters,
    packArcs(entry.arcs, entry.blockCount, 'source'),
    packArcs(entry.arcs, entry.blockCount, 'target'),
  );
}

interface Walked {
  readonly entry: NotesFunction;
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
    return {
      entry: functionOf(blockCount, arcs),
      counts: totals.map((total) => addCounts(total, 0)),
    };
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

describe('solveArcs', () => {
  it('gives random graphs the counts they were walked with, from the counters alone', () => {
    fc.assert(
      fc.property(walkedGraph, ({ entry, counts }) => {
        const counters = counts.filter((_, index) => entry.arcs[index]!.flags === 0);
        expect(counters.length).toBe(countersOf(entry));
        const solved = solve(entry, counters)!;
        expect(solved.arcCounts).toEqual(counts);
        const started = counts.filter((_, index) => entry.arcs[index]!.source === 0);
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
    expect(solve(functionOf(3, arcs), [])).toBeNull();
  });

  it('takes a chain of a million blocks without recursion', () => {
    const blockCount = 1_000_000;
    const arcs = Array.from({ length: blockCount - 1 }, (_, index) => ({
      source: index === 0 ? 0 : index + 1,
      target: index === blockCount - 2 ? 1 : index + 2,
      flags: index === 0 ? 0 : ARC_ON_TREE,
    }));
    const solved = solve(functionOf(blockCount, arcs), [9]);
    expect(solved?.arcCounts.every((count) => count === 9)).toBe(true);
  });
});
