import { BenchError } from '../base/bench-error.js';
import type { MemoryRange } from '../base/memory.js';
import { coalesceRanges } from './coalesce-ranges.js';
import type { CounterPlan, PlannedObject } from './counter-plan.js';
import { findObjects } from './find-objects.js';
import { AS_LINKED, type LoadPlace } from '../base/load-place.js';
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
 * list head, nothing from the target. `name` is the file as the tester knows it, for messages; `place`
 * is where an image that can be loaded anywhere was loaded.
 * Errors: BAD_ELF, NO_COUNTERS.
 */
export function planCounters(
  elf: Uint8Array,
  name: string,
  place: LoadPlace = AS_LINKED,
): CounterPlan {
  const image = readElf(elf, name, place);
  const memory = new TargetMemory(image);
  let objects: readonly PlannedObject[];
  try {
    objects = findObjects(memory, image.endian).map((found) => planObject(memory, found));
    if (objects.length === 0) throw noCountersError(elf, name, image.kind);
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
    placing: {
      kind: image.kind,
      isGiven: place.bias !== null || place.sections.size > 0,
      unplaced: unplacedSections(memory, objects),
    },
    ranges: coalesceRanges([...objects.flatMap(knownRanges), ...counters], GAP_BYTES),
    counterBytes: counters.reduce((sum, range) => sum + range.sizeBytes, 0),
  };
}

/** Sections that have to be read and that nobody said the address of. */
function unplacedSections(
  memory: TargetMemory,
  objects: readonly PlannedObject[],
): readonly string[] {
  const names = objects
    .flatMap((object) => [...knownRanges(object), ...counterRanges(object)])
    .map(({ address }) => memory.unplaced(address));
  return [...new Set(names.filter((name) => name !== null))];
}

function knownRanges(object: PlannedObject): MemoryRange[] {
  return [object.version, object.identity, ...object.tables];
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
