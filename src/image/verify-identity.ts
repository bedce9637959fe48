import { BenchError } from '../base/bench-error.js';
import { ByteReader } from '../base/byte-reader.js';
import type { BlockMemory } from './block-memory.js';
import type { CounterPlan, KnownMemory, PlannedObject } from './counter-plan.js';

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
    const different = [object.identity, ...object.tables].find((expected) => {
      const found = memory.read(expected);
      return found !== null && Buffer.compare(found, expected.expected) !== 0;
    });
    const found = different === undefined ? null : memory.read(different);
    if (different !== undefined && found !== null) {
      mismatches.push({ object, expected: different, found });
    }
  }
  if (mismatches.length > 0) throw mismatchError(plan, mismatches, objects.length, source);
}

function mismatchError(
  plan: CounterPlan,
  mismatches: readonly Mismatch[],
  checked: number,
  source: string,
): BenchError {
  const [first] = mismatches;
  const share = `${mismatches.length} of ${checked} objects differ`;
  const where = first === undefined ? '' : `${first.object.path} at ${hex(first.expected.address)}`;
  if (isFilledWith(mismatches, 0x00)) {
    return new BenchError('BUILD_MISMATCH', `${source} holds zeros instead of this firmware`, {
      why: `${where} should describe its counters and is all zero; ${share}`,
      hints: [
        'let the board run past its start-up code, which copies these words into RAM',
        'with OpenOCD, "gdb report_data_abort enable": by default it answers failed reads with zeros',
      ],
    });
  }
  if (isFilledWith(mismatches, 0xff)) {
    return new BenchError('BUILD_MISMATCH', `${source} holds 0xff instead of this firmware`, {
      why: `${where} should describe its counters and is all 0xff; ${share}`,
      hints: ['check that the board is powered and that this memory is RAM of this core'],
    });
  }
  return new BenchError('BUILD_MISMATCH', `${source} holds other firmware than this ELF`, {
    why: `${where}: ${first === undefined ? '' : difference(plan, first)}; ${share}`,
    hints: ['flash the build this ELF belongs to, or name the ELF of the build on the board'],
  });
}

function isFilledWith(mismatches: readonly Mismatch[], value: number): boolean {
  return mismatches.every(({ found }) => found.every((byte) => byte === value));
}

function difference(plan: CounterPlan, { object, expected, found }: Mismatch): string {
  if (expected !== object.identity) {
    return 'the stamp is right, but its functions or their counters are elsewhere';
  }
  const stamp = new ByteReader(found, plan.endian).u32();
  if (stamp !== object.stamp) {
    return `stamp ${hex(stamp)} in memory, ${hex(object.stamp)} in the ELF`;
  }
  const at = found.findIndex((byte, index) => byte !== expected.expected[index]);
  return `the stamp is right, but the descriptor differs at byte ${at}`;
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
