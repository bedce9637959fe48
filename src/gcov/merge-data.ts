import { BenchError } from '../base/bench-error.js';
import type { Count } from '../base/count.js';
import type { CounterData, CounterSummary, FunctionCounters } from './counter-data.js';
import { counterKind, type CounterKind } from './counter-kinds.js';
import { describeVersion, parseVersion } from './gcov-version.js';
import { mergeRule, type MergeRule } from './merge-rules.js';
import { findDifference } from './pair-data.js';
import { hex } from './record-reader.js';

/** Kinds that lines, branches and conditions are counted from. */
const COVERAGE_KINDS: readonly (CounterKind | null)[] = ['arcs', 'conditions', 'paths'];

/**
 * Merges the data of one unit from two runs as libgcov does when the later one ends, each kind of
 * counter by its rule. Coverage does not depend on the order of merging, and no hit is lost; lists of
 * values may, when there are more of them than libgcov keeps. A kind that cannot be merged is left out
 * everywhere, which a remark says. Errors: BUILD_MISMATCH (not one unit of one build), BAD_DATA
 * (counter numbers, overflow).
 */
export function mergeData(earlier: CounterData, later: CounterData): CounterData {
  checkSameUnit(earlier, later);
  const remarks = new Set([...(earlier.remarks ?? []), ...(later.remarks ?? [])]);
  const rules = rulesFor(earlier, later);
  const functions = later.functions.map((entry, index) =>
    mergeFunctions(earlier.functions[index] ?? null, entry, rules),
  );
  for (const rule of rules.values()) if (rule.hasFailed) remarks.add(leftOut(rule));
  return {
    endian: later.endian,
    versionWord: later.versionWord,
    stamp: later.stamp,
    checksum: later.checksum,
    summary: mergeSummaries(earlier.summary, later.summary),
    functions: functions.map((entry) => entry && withoutFailed(entry, rules)),
    hasEndWord: earlier.hasEndWord || later.hasEndWord,
    remarks: [...remarks],
  };
}

function mergeSummaries(a: CounterSummary | null, b: CounterSummary | null): CounterSummary | null {
  if (a === null || b === null) return a ?? b;
  return { runs: (a.runs + b.runs) >>> 0, sumMax: (a.sumMax + b.sumMax) >>> 0 };
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

/** How counters of one kind number are merged in these data. */
interface KindRule {
  readonly kind: number;
  readonly name: CounterKind | null;
  readonly merge: MergeRule | null;
  hasFailed: boolean;
}

/** The rule of each kind that occurs; one that only one side has was left out of the other before. */
function rulesFor(a: CounterData, b: CounterData): ReadonlyMap<number, KindRule> {
  const version = parseVersion(b.versionWord);
  const kinds = [kindsOf(a), kindsOf(b)];
  const rules = new Map<number, KindRule>();
  for (const kind of new Set(kinds.flatMap((set) => [...set]))) {
    const name = version && counterKind(kind, version);
    const merge = version && name && mergeRule(name, version);
    const isOneSided = kinds.some((set) => set.size > 0 && !set.has(kind));
    rules.set(kind, {
      kind,
      name,
      merge,
      hasFailed: isOneSided && !COVERAGE_KINDS.includes(name),
    });
  }
  return rules;
}

function kindsOf({ functions }: CounterData): ReadonlySet<number> {
  const all = functions.flatMap((entry) => entry?.counters.map(({ kind }) => kind) ?? []);
  return new Set(all);
}

/** A placeholder takes the counters of the other side: there the program had the function. */
function mergeFunctions(
  earlier: FunctionCounters | null,
  later: FunctionCounters | null,
  rules: ReadonlyMap<number, KindRule>,
): FunctionCounters | null {
  if (earlier === null || later === null) return earlier ?? later;
  const difference = findDifference(earlier, later);
  if (difference !== null) {
    throw notOneBuild(`${difference} ${hex(earlier[difference])} and ${hex(later[difference])}`);
  }
  const counters = [...rules.values()]
    .sort((a, b) => a.kind - b.kind)
    .flatMap((rule) => {
      const values = rule.hasFailed ? null : mergeCounters(earlier, later, rule);
      return values === null ? [] : { kind: rule.kind, values };
    });
  return { ...later, counters };
}

function mergeCounters(
  earlier: FunctionCounters,
  later: FunctionCounters,
  rule: KindRule,
): readonly Count[] | null {
  const [a, b] = [earlier, later].map(({ counters }) =>
    counters.find(({ kind }) => kind === rule.kind),
  );
  if (a?.values.length === 0 && b?.values.length === 0) return b.values;
  const merged = a && b && rule.merge ? rule.merge(a.values, b.values) : null;
  if (merged !== null) return merged;
  if (COVERAGE_KINDS.includes(rule.name)) {
    throw new BenchError('BAD_DATA', 'counters of one function differ in number', {
      why: `kind ${rule.kind} of function ${hex(later.ident)}: ${a?.values.length ?? 0} and ${b?.values.length ?? 0} counters`,
    });
  }
  rule.hasFailed = true;
  return null;
}

function withoutFailed(
  entry: FunctionCounters,
  rules: ReadonlyMap<number, KindRule>,
): FunctionCounters {
  const counters = entry.counters.filter(({ kind }) => rules.get(kind)?.hasFailed === false);
  return counters.length === entry.counters.length ? entry : { ...entry, counters };
}

function leftOut({ kind, name }: KindRule): string {
  return `counters of kind ${kind} (${name ?? 'unknown'}) cannot be merged and are left out of the sum; line and branch counts do not need them`;
}
