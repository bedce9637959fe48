import { ByteReader, type Endian } from '../base/byte-reader.js';
import { toCount, type Count } from '../base/count.js';
import { parseVersion } from '../gcov/gcov-version.js';
import type { CounterData, FunctionCounters, KindCounters } from '../gcov/counter-data.js';
import type { BlockMemory } from './block-memory.js';
import type { PlannedCounters, PlannedFunction, PlannedObject } from './counter-plan.js';

const COUNTER_BYTES = 8;
const WORDS_PER_SITE = 3;

/**
 * The counters of one object as they stand in memory, without a summary. Null when some of them
 * were not read.
 */
export function countersFromMemory(
  object: PlannedObject,
  memory: BlockMemory,
  endian: Endian,
): CounterData | null {
  const functions: (FunctionCounters | null)[] = [];
  for (const planned of object.functions) {
    const read = planned.isPresent ? readFunction(object, planned, memory, endian) : null;
    if (planned.isPresent && read === null) return null;
    functions.push(read);
  }
  const { versionWord, stamp, checksum } = object;
  return { endian, versionWord, stamp, checksum, summary: null, functions, hasEndWord: true };
}

function readFunction(
  object: PlannedObject,
  planned: PlannedFunction,
  memory: BlockMemory,
  endian: Endian,
): FunctionCounters | null {
  const counters: KindCounters[] = [];
  for (const entry of planned.counters) {
    const values = readValues(entry, memory, endian);
    if (values === null) return null;
    const isList = isValueList(object.versionWord, entry.kind);
    counters.push({ kind: entry.kind, values: isList ? siteTotals(values) : values });
  }
  const { ident, lineChecksum, graphChecksum } = planned;
  return { ident, lineChecksum, graphChecksum, counters };
}

function readValues(
  entry: PlannedCounters,
  memory: BlockMemory,
  endian: Endian,
): readonly Count[] | null {
  if (entry.length === 0) return [];
  const bytes = memory.read({ address: entry.address, sizeBytes: entry.length * COUNTER_BYTES });
  if (bytes === null) return null;
  const reader = new ByteReader(bytes, endian);
  return Array.from({ length: entry.length }, () => toCount(BigInt.asIntN(64, reader.u64())));
}

/** Kinds 3 and 4 (most frequent values, call targets) are linked lists in memory since GCC 10. */
function isValueList(versionWord: number, kind: number): boolean {
  return (kind === 3 || kind === 4) && (parseVersion(versionWord)?.major ?? 0) >= 10;
}

/**
 * In memory a site is its total, the length of a list and the list's address; in a data file total,
 * number of pairs and the pairs. The lists say nothing about coverage and lie on the target's heap,
 * so each site is written with its total and no pairs.
 */
function siteTotals(values: readonly Count[]): readonly Count[] {
  const totals: Count[] = [];
  for (let site = 0; site + WORDS_PER_SITE <= values.length; site += WORDS_PER_SITE) {
    totals.push(values[site] ?? 0, 0);
  }
  return totals;
}
