import type { CounterData, FunctionCounters } from '../gcov/counter-data.js';
import { describeVersion, parseVersion } from '../gcov/gcov-version.js';
import type { PlannedFunction, PlannedObject } from './counter-plan.js';

/**
 * Compares everything in a `.gcda` image that the build fixes, which is all but the counts: version,
 * stamp, checksum, functions in order, kinds and numbers of counters. Gives the first difference in
 * words, or null.
 */
export function compareWithPlan(data: CounterData, planned: PlannedObject): string | null {
  if (data.versionWord !== planned.versionWord) {
    return differs(
      'the compiler',
      describeVersion(data.versionWord),
      describeVersion(planned.versionWord),
    );
  }
  if (data.stamp !== planned.stamp) {
    return differs('the stamp', hex(data.stamp), hex(planned.stamp));
  }
  if (data.checksum !== planned.checksum) {
    return differs('the checksum', hex(data.checksum), hex(planned.checksum));
  }
  if (data.functions.length !== planned.functions.length) {
    return differs('the number of functions', data.functions.length, planned.functions.length);
  }
  for (const [index, expected] of planned.functions.entries()) {
    const found = data.functions[index] ?? null;
    const difference = compareFunction(found, expected, data.versionWord);
    if (difference !== null) return `function ${index + 1}: ${difference}`;
  }
  return null;
}

function compareFunction(
  found: FunctionCounters | null,
  expected: PlannedFunction,
  versionWord: number,
): string | null {
  if (found === null || !expected.isPresent) {
    const isSame = (found === null) === !expected.isPresent;
    return isSame ? null : `it is ${found === null ? 'missing' : 'not in this program'}`;
  }
  if (
    found.ident !== expected.ident ||
    found.lineChecksum !== expected.lineChecksum ||
    found.graphChecksum !== expected.graphChecksum
  ) {
    return differs('its identity', identity(found), identity(expected));
  }
  if (found.counters.length !== expected.counters.length) {
    return differs('the number of counter kinds', found.counters.length, expected.counters.length);
  }
  for (const [index, planned] of expected.counters.entries()) {
    const counters = found.counters[index];
    if (counters === undefined || counters.kind !== planned.kind) {
      return differs('the counter kind', counters?.kind ?? 'none', planned.kind);
    }
    // Kinds 3 and 4 vary in length from run to run since GCC 10.
    const isList =
      (planned.kind === 3 || planned.kind === 4) && (parseVersion(versionWord)?.major ?? 0) >= 10;
    if (!isList && counters.values.length !== planned.length) {
      return differs('the number of counters', counters.values.length, planned.length);
    }
  }
  return null;
}

interface Identity {
  readonly ident: number;
  readonly lineChecksum: number;
  readonly graphChecksum: number;
}

function identity({ ident, lineChecksum, graphChecksum }: Identity): string {
  return `${hex(ident)} ${hex(lineChecksum)} ${hex(graphChecksum)}`;
}

function differs(what: string, found: number | string, expected: number | string): string {
  return `${what} is ${found}, the ELF says ${expected}`;
}

function hex(word: number | null): string {
  return word === null ? 'none' : `0x${word.toString(16).padStart(8, '0')}`;
}
