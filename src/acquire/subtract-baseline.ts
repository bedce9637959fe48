import { BenchError } from '../base/bench-error.js';
import { subtractCounts, toCount, type Count } from '../base/count.js';
import type { CounterData, FunctionCounters } from '../gcov/counter-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { parseVersion } from '../gcov/gcov-version.js';
import { readData } from '../gcov/read-data.js';
import { writeData } from '../gcov/write-data.js';
import { objectKey } from '../wire/object-key.js';
import { detectRestart } from './detect-restart.js';
import { isSound } from '../gcov/is-sound.js';

/** Kinds whose counters are sums. */
const SUM_KINDS: ReadonlySet<number> = new Set([0, 1, 2, 5]);
const BITS_KIND = 6;
/** Conditions and paths are bits since GCC 14, which brought them. */
const COVERAGE_BIT_KINDS: ReadonlySet<number> = new Set([8, 9]);

/**
 * What was counted since a baseline was read: zeroing a board without touching it. Objects that are
 * not sound, or not in the baseline, stay as they are. Of bits only those that were not set then are
 * left; what neither adds nor collects (values, extremes) stays as it is read. Errors: BOARD_RESTARTED, when a counter is
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
  // A path, and even a whole unit, may be there more than once: in one order every time.
  const before = new Map<string, CounterData[]>();
  for (const object of baseline.filter(isSound)) {
    const key = objectKey(object);
    before.set(key, [...(before.get(key) ?? []), readData(object.bytes, object.path)]);
  }
  return objects.map((object) => {
    const first = isSound(object) ? before.get(objectKey(object))?.shift() : undefined;
    if (!first) return object;
    return { ...object, bytes: writeData(difference(readData(object.bytes, object.path), first)) };
  });
}

function difference(later: CounterData, earlier: CounterData): CounterData {
  const hasCoverageBits = (parseVersion(later.versionWord)?.major ?? 0) >= 14;
  return {
    ...later,
    functions: later.functions.map((entry, index) => {
      const first = earlier.functions[index];
      return entry && first ? functionDifference(entry, first, hasCoverageBits) : entry;
    }),
  };
}

function functionDifference(
  later: FunctionCounters,
  earlier: FunctionCounters,
  hasCoverageBits: boolean,
): FunctionCounters {
  return {
    ...later,
    counters: later.counters.map((counters) => {
      const first = earlier.counters.find(({ kind }) => kind === counters.kind);
      const { kind } = counters;
      const isBits = kind === BITS_KIND || (hasCoverageBits && COVERAGE_BIT_KINDS.has(kind));
      if (!first || !(isBits || SUM_KINDS.has(kind))) return counters;
      const less = isBits ? newBits : subtractCounts;
      const values = counters.values.map((value, at) => less(value, first.values[at] ?? 0));
      return { ...counters, values };
    }),
  };
}

function newBits(later: Count, earlier: Count): Count {
  return toCount(BigInt(later) & ~BigInt(earlier));
}
