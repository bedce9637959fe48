import { BenchError } from '../base/bench-error.js';
import { subtractCounts } from '../base/count.js';
import type { CounterData, FunctionCounters } from '../gcov/counter-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { writeData } from '../gcov/write-data.js';
import { detectRestart } from './detect-restart.js';
import { isSound } from './is-sound.js';

/** Kinds whose counters are sums; the others are sets and extremes, which do not subtract. */
const SUM_KINDS: ReadonlySet<number> = new Set([0, 1, 2, 5]);

/**
 * What was counted since a baseline was read: zeroing a board without touching it. Objects that are
 * not sound, or not in the baseline, stay as they are. Errors: BOARD_RESTARTED, when a counter is
 * lower than it was, so that the difference would be of two different runs.
 */
export function subtractBaseline(
  objects: readonly RawObject[],
  baseline: readonly RawObject[],
): readonly RawObject[] {
  const restart = detectRestart(baseline, objects);
  if (restart) {
    throw new BenchError('BOARD_RESTARTED', 'the board restarted since the baseline was read', {
      why:
        restart.reason === 'lower'
          ? `counts of ${restart.path} are lower than they were then`
          : `${restart.path} is of another build than it was then`,
      hints: ['read a new baseline and run the test again'],
    });
  }
  const before = new Map(
    baseline.filter(isSound).map((object) => [object.path, readData(object.bytes, object.path)]),
  );
  return objects.map((object) => {
    const first = before.get(object.path);
    if (!first || !isSound(object)) return object;
    return { ...object, bytes: writeData(difference(readData(object.bytes, object.path), first)) };
  });
}

function difference(later: CounterData, earlier: CounterData): CounterData {
  return {
    ...later,
    functions: later.functions.map((entry, index) => {
      const first = earlier.functions[index];
      return entry && first ? functionDifference(entry, first) : entry;
    }),
  };
}

function functionDifference(later: FunctionCounters, earlier: FunctionCounters): FunctionCounters {
  return {
    ...later,
    counters: later.counters.map((counters) => {
      const first = earlier.counters.find(({ kind }) => kind === counters.kind);
      if (!first || !SUM_KINDS.has(counters.kind)) return counters;
      const values = counters.values.map((value, at) =>
        subtractCounts(value, first.values[at] ?? 0),
      );
      return { ...counters, values };
    }),
  };
}
