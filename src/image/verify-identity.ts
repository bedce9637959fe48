import { BenchError } from '../base/bench-error.js';
import { ByteReader } from '../base/byte-reader.js';
import type { BlockMemory } from './block-memory.js';
import { describeVersion, parseVersion } from '../gcov/gcov-version.js';
import type { CounterPlan, KnownMemory, PlannedObject } from './counter-plan.js';
import { describeFill } from './describe-fill.js';
import { findShift } from './find-shift.js';
import { distance, placeHints, shiftHint } from './place-hints.js';

interface Mismatch {
  readonly object: PlannedObject;
  readonly expected: KnownMemory;
  readonly found: Uint8Array;
}

/**
 * Refuses memory that is not that of the planned build: every identity and table that was read has
 * to be as the image says. One difference is enough, since counters of a build that is nearly this
 * one lie nearly where planned, and would be believed wrongly. Errors: BUILD_MISMATCH.
 */
export function verifyIdentity(
  plan: CounterPlan,
  memory: BlockMemory,
  objects: readonly PlannedObject[],
  source: string,
): void {
  const mismatches: Mismatch[] = [];
  for (const object of objects) {
    const different = [object.identity, ...object.tables, object.version].find((expected) => {
      const found = memory.read(expected);
      if (found === null || Buffer.compare(found, expected.expected) === 0) return false;
      // A runtime that cleared the version did so to be the same object only once.
      return expected !== object.version || found.some((byte) => byte !== 0);
    });
    const found = different === undefined ? null : memory.read(different);
    if (different !== undefined && found !== null) {
      mismatches.push({ object, expected: different, found });
    }
  }
  if (mismatches.length > 0) throw mismatchError(plan, memory, mismatches, objects.length, source);
}

function mismatchError(
  plan: CounterPlan,
  memory: BlockMemory,
  mismatches: readonly Mismatch[],
  checked: number,
  source: string,
): BenchError {
  const [first] = mismatches;
  const share = `${mismatches.length} of ${checked} objects differ`;
  const where = first === undefined ? '' : `${first.object.path} at ${hex(first.expected.address)}`;
  const refusal = (what: string, why: string, ...hints: string[]): BenchError =>
    new BenchError('BUILD_MISMATCH', `${source} holds ${what}`, {
      why: `${where}${why}; ${share}`,
      hints: [...hints, ...placeHints(plan)],
    });
  const shift = findShift(plan, memory);
  if (shift !== null) {
    return refusal(
      'this firmware at another place',
      `: it lies ${distance(shift)}`,
      shiftHint(plan, shift),
    );
  }
  const fill = describeFill(Buffer.concat(mismatches.map(({ found }) => found)));
  if (fill === 'zeros') {
    return refusal(
      'zeros instead of this firmware',
      ' should describe its counters and is all zero',
      'let the board run past its start-up code, which copies these words into RAM',
      'with OpenOCD, "gdb report_data_abort enable": by default it answers failed reads with zeros',
    );
  }
  if (fill === '0xff') {
    return refusal(
      '0xff instead of this firmware',
      ' should describe its counters and is all 0xff',
      'check that the board is powered and that this memory is RAM of this core',
    );
  }
  if (fill === 'random') {
    return refusal(
      'memory that was never written',
      ' should describe its counters and looks random, as RAM does at power up',
      'let the board run past its start-up code, which copies these words into RAM',
    );
  }
  if (fill !== null) {
    return refusal(
      'a fill pattern instead of this firmware',
      ` should describe its counters and is all ${fill}`,
      'let the board run past its start-up code, which copies these words into RAM',
    );
  }
  return refusal(
    'other firmware than this ELF',
    `: ${first === undefined ? '' : difference(plan, memory, first)}`,
    'flash the build this ELF belongs to, or name the ELF of the build on the board',
  );
}

function difference(
  plan: CounterPlan,
  memory: BlockMemory,
  { object, expected, found }: Mismatch,
): string {
  if (expected === object.version) {
    const word = new ByteReader(found, plan.endian).u32();
    return `made by ${compiler(word)}, the ELF by ${compiler(object.versionWord)}`;
  }
  if (expected !== object.identity) {
    return 'the stamp is right, but its functions or their counters are elsewhere';
  }
  const stamp = new ByteReader(found, plan.endian).u32();
  if (stamp !== object.stamp) {
    const version = memory.read(object.version);
    const word = version === null ? 0 : new ByteReader(version, plan.endian).u32();
    const is =
      word === object.versionWord || parseVersion(word) === null ? '' : ` and ${compiler(word)}`;
    return `stamp ${hex(stamp)}${is} in memory, ${hex(object.stamp)} in the ELF`;
  }
  const at = found.findIndex((byte, index) => byte !== expected.expected[index]);
  return `the stamp is right, but the descriptor differs at byte ${at}`;
}

function compiler(word: number): string {
  return parseVersion(word) === null ? `no compiler (${hex(word)})` : describeVersion(word);
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
