import { BenchError } from '../base/bench-error.js';
import type { MemoryRange } from '../base/memory.js';
import { coalesceRanges } from './coalesce-ranges.js';
import type { CounterPlan, PlannedObject } from './counter-plan.js';
import { findObjects } from './find-objects.js';
import { noCountersError } from './no-counters-error.js';
import { planObject } from './plan-object.js';
import { readElf } from './read-elf.js';
import { TargetMemory } from './target-memory.js';

const GAP_BYTES = 64;
const COUNTER_BYTES = 8;
// Far beyond any firmware; keeps a forged image from asking for gigabytes.
const MAX_COUNTER_BYTES = 64 * 1024 * 1024;

/**
 * Plans where every coverage counter of a linked image lives, from the ELF alone: no symbols, no
 * list head, nothing from the target. `name` is the file as the tester knows it, for messages.
 * Errors: BAD_ELF, NO_COUNTERS.
 */
export function planCounters(elf: Uint8Array, name: string): CounterPlan {
  const image = readElf(elf, name);
  let objects: readonly PlannedObject[];
  try {
    const memory = new TargetMemory(image);
    objects = findObjects(memory, image.endian).map((found) => planObject(memory, found));
    if (objects.length === 0) throw noCountersError(elf, name, image.isPositionIndependent);
    checkCounterRanges(objects);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BenchError('BAD_ELF', `the counter tables of ${name} make no sense`, {
      why: error.message,
      hints: ['name the linked ELF of exactly the build that is on the board'],
    });
  }
  const counters = objects.flatMap(counterRanges);
  return {
    endian: image.endian,
    pointerSizeBytes: image.pointerSizeBytes,
    objects,
    ranges: coalesceRanges([...objects.flatMap(knownRanges), ...counters], GAP_BYTES),
    counterBytes: counters.reduce((sum, range) => sum + range.sizeBytes, 0),
  };
}

function knownRanges(object: PlannedObject): MemoryRange[] {
  return [object.identity, ...object.tables];
}

function counterRanges(object: PlannedObject): MemoryRange[] {
  return object.functions.flatMap((planned) =>
    planned.counters.map(({ address, length }) => ({ address, sizeBytes: length * COUNTER_BYTES })),
  );
}

/** Throws RangeError when counters share memory or are more than any firmware has. */
function checkCounterRanges(objects: readonly PlannedObject[]): void {
  const ranges = objects
    .flatMap(counterRanges)
    .filter((range) => range.sizeBytes > 0)
    .sort((a, b) => a.address - b.address);
  let end = 0;
  let total = 0;
  for (const range of ranges) {
    if (range.address < end) {
      throw new RangeError(
        `counters at 0x${range.address.toString(16)} overlap the ones before them, as they would ` +
          'with 32-bit counters, which are not supported',
      );
    }
    end = range.address + range.sizeBytes;
    total += range.sizeBytes;
    if (total > MAX_COUNTER_BYTES) throw new RangeError(`over ${MAX_COUNTER_BYTES} counter bytes`);
  }
}
