import type { CounterData } from '../../src/gcov/counter-data.js';
import { identityChecksum } from '../../src/gcov/crc32.js';
import { ARC_ON_TREE, type Notes, type NotesFunction } from '../../src/gcov/notes.js';
import { zeroData } from '../../src/gcov/zero-data.js';

const MAX_WALK = 2_000;

/**
 * Counters as a run of the unit could leave them: every function is walked from entry to exit along
 * its graph some times, so what flows into a block flows out of it. The same seed, the same run.
 */
export function randomRun(notes: Notes, seed: number): CounterData {
  let state = seed * 7919 + 17;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
  const zero = zeroData(notes, 'little');
  const functions = zero.functions.map((entry, index) => {
    const values = walk(notes.functions[index]!, below);
    return entry && { ...entry, counters: [{ kind: 0, values }] };
  });
  const checksum = notes.version.major >= 12 ? identityChecksum(notes.functions) : null;
  return { ...zero, checksum, functions };
}

function walk(entry: NotesFunction, below: (limit: number) => number): readonly number[] {
  const { arcs, firstArc, endArc, exitBlock } = entry;
  const ways = new Map<number, number[]>();
  for (let arc = firstArc; arc < endArc; arc += 1) {
    const source = arcs.source[arc]!;
    ways.set(source, [...(ways.get(source) ?? []), arc]);
  }
  const counts = new Map<number, number>();
  for (let walks = below(5) === 0 ? 0 : below(40); walks > 0; walks -= 1) {
    const path: number[] = [];
    let block = 0;
    while (block !== exitBlock && path.length < MAX_WALK) {
      const choices = ways.get(block) ?? [];
      const arc = choices[below(choices.length)];
      if (arc === undefined) break;
      path.push(arc);
      block = arcs.target[arc]!;
    }
    // A walk that never got out left no consistent counts.
    if (block !== exitBlock) continue;
    const times = below(10) === 0 ? 100_000 : 1;
    for (const arc of path) counts.set(arc, (counts.get(arc) ?? 0) + times);
  }
  const values: number[] = [];
  for (let arc = firstArc; arc < endArc; arc += 1) {
    if ((arcs.flags[arc]! & ARC_ON_TREE) === 0) values.push(counts.get(arc) ?? 0);
  }
  return values;
}
