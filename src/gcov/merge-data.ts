import { BenchError } from '../base/bench-error.js';
import { addCounts, toCount, type Count } from '../base/count.js';
import type { CounterData, FunctionCounters, KindCounters } from './counter-data.js';
import { describeVersion, parseVersion, type GcovVersion } from './gcov-version.js';
import { findDifference } from './pair-data.js';
import { hex } from './record-reader.js';

const MAX_COUNTER = 2n ** 63n - 1n;

type MergeRule = (a: readonly Count[], b: readonly Count[]) => readonly Count[] | null;

/**
 * Merges the data of one unit from several boots by the rule of each counter kind: arcs, intervals,
 * powers and averages add, conditions, paths and bit masks are joined, the time profiler keeps the
 * earliest. Value profiles, whose rules depend on the order of merging, are left out: no line or
 * branch count needs them. Never loses a hit, in whatever order it is called.
 * Errors: BUILD_MISMATCH (not one unit of one build), BAD_DATA (counter numbers, overflow).
 */
export function mergeData(a: CounterData, b: CounterData): CounterData {
  const version = parseVersion(a.versionWord);
  checkSameUnit(a, b);
  const functions = a.functions.map((entry, index) =>
    mergeFunctions(entry, b.functions[index] ?? null, version),
  );
  const summary =
    a.summary && b.summary
      ? {
          runs: (a.summary.runs + b.summary.runs) >>> 0,
          sumMax: (a.summary.sumMax + b.summary.sumMax) >>> 0,
        }
      : (a.summary ?? b.summary);
  return {
    endian: a.endian,
    versionWord: a.versionWord,
    stamp: a.stamp,
    checksum: a.checksum,
    summary,
    functions,
    hasEndWord: a.hasEndWord || b.hasEndWord,
    remarks: [...(a.remarks ?? []), ...(b.remarks ?? [])],
  };
}

function checkSameUnit(a: CounterData, b: CounterData): void {
  const differences = [
    a.versionWord === b.versionWord
      ? null
      : `${describeVersion(a.versionWord)} and ${describeVersion(b.versionWord)}`,
    a.stamp === b.stamp ? null : `stamp ${hex(a.stamp)} and ${hex(b.stamp)}`,
    a.checksum === b.checksum
      ? null
      : `checksum ${hex(a.checksum ?? 0)} and ${hex(b.checksum ?? 0)}`,
    a.functions.length === b.functions.length
      ? null
      : `${a.functions.length} and ${b.functions.length} functions`,
  ];
  const difference = differences.find((text) => text !== null);
  if (difference) throw notOneBuild(difference);
}

function notOneBuild(difference: string): BenchError {
  return new BenchError('BUILD_MISMATCH', 'counters of two different builds cannot be added', {
    why: `they differ: ${difference}`,
    hints: ['decode the data of each build with its own notes'],
  });
}

/** A placeholder takes the counters of the other side: there the program had the function. */
function mergeFunctions(
  a: FunctionCounters | null,
  b: FunctionCounters | null,
  version: GcovVersion | null,
): FunctionCounters | null {
  if (a === null || b === null) {
    const one = a ?? b;
    return one && { ...one, counters: one.counters.filter(({ kind }) => ruleOf(kind, version)) };
  }
  const difference = findDifference(a, b);
  if (difference !== null) {
    throw notOneBuild(`${difference} ${hex(a[difference])} and ${hex(b[difference])}`);
  }
  const counters: KindCounters[] = [];
  for (const { kind, values } of a.counters) {
    const rule = ruleOf(kind, version);
    const other = b.counters.find((record) => record.kind === kind);
    if (rule === null) continue;
    const merged = other === undefined ? null : rule(values, other.values);
    if (merged === null) {
      throw new BenchError('BAD_DATA', 'counters of one function differ in number', {
        why: `kind ${kind} of function ${hex(a.ident)}: ${values.length} and ${other?.values.length ?? 0} counters`,
      });
    }
    counters.push({ kind, values: merged });
  }
  return { ...a, counters };
}

/** The rule of a kind (the numbering changed with GCC 10); null for value profiles. */
function ruleOf(kind: number, version: GcovVersion | null): MergeRule | null {
  if (kind <= 2) return add;
  const isNew = version !== null && version.major >= 10;
  if (!isNew) return null;
  if (kind === 5) return add;
  if (kind === 6 || kind === 8 || kind === 9) return join;
  return kind === 7 ? earliest : null;
}

const add = eachPair((a, b) => {
  const sum = addCounts(a, b);
  if (typeof sum === 'bigint' && sum > MAX_COUNTER) {
    throw new BenchError('BAD_DATA', 'counters add up to more than 64 bits hold', {
      why: `${a} and ${b}`,
    });
  }
  return sum;
});

const join = eachPair((a, b) => toCount(BigInt.asIntN(64, BigInt(a) | BigInt(b))));

const earliest = eachPair((a, b) => (a === 0 ? b : b === 0 || a < b ? a : b));

function eachPair(merge: (a: Count, b: Count) => Count): MergeRule {
  return (a, b) => {
    if (a.length !== b.length) return null;
    return a.map((value, index) => merge(value, b[index] ?? 0));
  };
}
