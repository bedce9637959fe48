import type { Count } from '../base/count.js';
import type { CounterData, FunctionCounters, KindCounters } from './counter-data.js';
import { isAtLeast, lengthUnitBytes, parseVersion, type GcovVersion } from './gcov-version.js';
import { BenchError } from '../base/bench-error.js';

const DATA_MAGIC = 0x67636461;
const SUMMARY_TAG = 0xa1000000;
const FUNCTION_TAG = 0x01000000;
const COUNTERS_TAG = 0x01a10000;
const KIND_STEP = 0x20000;

/**
 * Writes a `.gcda` image byte for byte as libgcov of that version does: all-zero counter records
 * shortened from GCC 11 on (not clang's), values low word first in either byte order. The long summaries of
 * GCC 8 and before are left out, which gcov accepts. Errors: UNSUPPORTED_FORMAT.
 */
export function writeData(data: CounterData): Uint8Array {
  const version = parseVersion(data.versionWord);
  if (version === null) {
    throw new BenchError('UNSUPPORTED_FORMAT', 'a data file cannot be written for this compiler', {
      why: `version word 0x${data.versionWord.toString(16)} is none that GCC writes`,
    });
  }
  const words: number[] = [DATA_MAGIC, data.versionWord, data.stamp];
  if (version.major >= 12) words.push(data.checksum ?? 0);
  if (data.summary !== null && version.major >= 9) {
    words.push(SUMMARY_TAG, recordLength(version, 2), data.summary.runs, data.summary.sumMax);
  }
  const shortens = version.major >= 11 && !isClangData(data);
  for (const entry of data.functions) pushFunction(words, entry, version, shortens);
  if (data.hasEndWord) words.push(0);
  return toBytes(words, data.endian === 'little');
}

/** clang gives every function the stamp as its graph checksum; its run time shortens nothing. */
function isClangData({ functions, stamp }: CounterData): boolean {
  return functions.every((entry) => entry === null || entry.graphChecksum === stamp);
}

function pushFunction(
  words: number[],
  entry: FunctionCounters | null,
  version: GcovVersion,
  shortens: boolean,
): void {
  if (entry === null) {
    words.push(FUNCTION_TAG, 0);
    return;
  }
  const identity = [entry.ident, entry.lineChecksum];
  if (isAtLeast(version, 4, 7)) identity.push(entry.graphChecksum);
  words.push(FUNCTION_TAG, recordLength(version, identity.length), ...identity);
  for (const counters of entry.counters) pushCounters(words, counters, version, shortens);
}

function pushCounters(
  words: number[],
  counters: KindCounters,
  version: GcovVersion,
  shortens: boolean,
): void {
  const length = recordLength(version, counters.values.length * 2);
  words.push(COUNTERS_TAG + counters.kind * KIND_STEP);
  if (shortens && length > 0 && !isValueList(counters.kind) && isZero(counters)) {
    words.push(-length);
    return;
  }
  words.push(length);
  for (const value of counters.values) pushValue(words, value);
}

/** Kinds 3 and 4 are lists of varying length since GCC 10; libgcov never shortens them. */
function isValueList(kind: number): boolean {
  return kind === 3 || kind === 4;
}

function isZero(counters: KindCounters): boolean {
  return counters.values.every((value) => value === 0);
}

function pushValue(words: number[], value: Count): void {
  if (typeof value === 'number' && value >= 0) {
    words.push(value % 0x100000000, Math.floor(value / 0x100000000));
  } else {
    const bits = BigInt.asUintN(64, BigInt(value));
    words.push(Number(bits & 0xffffffffn), Number(bits >> 32n));
  }
}

function recordLength(version: GcovVersion, words: number): number {
  return (words * 4) / lengthUnitBytes(version);
}

function toBytes(words: readonly number[], isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => view.setUint32(index * 4, word, isLittle));
  return bytes;
}
