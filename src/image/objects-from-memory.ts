import { BenchError, isBenchError } from '../base/bench-error.js';
import type { Count } from '../base/count.js';
import type { MemoryBlock } from '../base/memory.js';
import { ARC_KIND, type CounterData, type CounterSummary } from '../gcov/counter-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { writeData } from '../gcov/write-data.js';
import { BlockMemory } from './block-memory.js';
import { countersFromMemory } from './counters-from-memory.js';
import type { CounterPlan, PlannedObject } from './counter-plan.js';
import { findShift } from './find-shift.js';
import { distance, placeHints, shiftHint } from './place-hints.js';
import { refuseUnplaced } from './refuse-unplaced.js';
import { verifyIdentity } from './verify-identity.js';

/**
 * Turns target memory into one `.gcda` image per planned object, byte for byte what libgcov would
 * write (one run, the largest counter of the whole program in the summary, an end word). The blocks
 * may be exactly the plan's ranges or a whole RAM image. Identities are compared first. An object
 * whose memory was not read is `missing`, one with impossible counts `damaged`. `source` is the place for messages.
 * Errors: MEMORY_UNREADABLE (nothing of the plan was read, or blocks contradict each other),
 * BUILD_MISMATCH.
 */
export function objectsFromMemory(
  plan: CounterPlan,
  blocks: readonly MemoryBlock[],
  source: string,
): RawObject[] {
  refuseUnplaced(plan);
  const memory = new BlockMemory(blocks);
  if (memory.conflict !== null) throw conflictError(memory.conflict, source);
  const identified = plan.objects.filter((object) => hasIdentity(object, memory));
  if (identified.length === 0) throw unreadableError(plan, memory, source);
  verifyIdentity(plan, memory, identified, source);
  const read = new Map<PlannedObject, CounterData>();
  for (const object of identified) {
    const data = countersFromMemory(object, memory, plan.endian);
    if (data !== null) read.set(object, data);
  }
  if (read.size === 0) throw unreadableError(plan, memory, source);
  const summary = summarise(read.values());
  const origin = { source, format: 'memory' };
  return plan.objects.map((object): RawObject => {
    const data = read.get(object);
    if (data === undefined) {
      const reason = `its counters were not read: ${source} holds ${memory.describe()}`;
      return { path: object.path, bytes: new Uint8Array(), status: 'missing', reason, origin };
    }
    const bytes = writeData({ ...data, summary });
    const reason = fillOf(data) ?? problemOf(bytes, object.path);
    return reason === null
      ? { path: object.path, bytes, status: 'ok', origin }
      : { path: object.path, bytes, status: 'damaged', reason, origin };
  });
}

/** Counters that all hold one pattern were never counted with: memory that nobody has zeroed. */
function fillOf({ functions }: CounterData): string | null {
  const [first, ...others] = functions
    .flatMap((entry) => entry?.counters ?? [])
    .flatMap(({ values }) => values);
  if (first === undefined || first === 0 || others.some((value) => value !== first)) return null;
  const high = BigInt.asUintN(64, BigInt(first)) >> 32n;
  const low = BigInt.asUintN(32, BigInt(first));
  if (high !== low) return null;
  return `all its counters are 0x${low.toString(16).padStart(8, '0')} twice: a fill pattern, the start-up code does not zero them`;
}

/** Reads an image back: counters no board can reach are memory that nobody has zeroed. */
function problemOf(bytes: Uint8Array, path: string): string | null {
  try {
    readData(bytes, path);
    return null;
  } catch (error) {
    if (isBenchError(error)) return `its counters make no sense: ${error.why ?? error.message}`;
    throw error;
  }
}

function hasIdentity(object: PlannedObject, memory: BlockMemory): boolean {
  return [object.identity, ...object.tables].every((known) => memory.read(known) !== null);
}

/** What libgcov notes at the end of a first run; the sum is cut to 32 bits as there. */
function summarise(objects: Iterable<CounterData>): CounterSummary {
  let largest: Count = 0;
  for (const { functions } of objects) {
    for (const counters of functions.flatMap((entry) => entry?.counters ?? [])) {
      if (counters.kind !== ARC_KIND) continue;
      for (const value of counters.values) if (value > largest) largest = value;
    }
  }
  return { runs: 1, sumMax: Number(BigInt.asUintN(32, BigInt(largest))) };
}

function unreadableError(plan: CounterPlan, memory: BlockMemory, source: string): BenchError {
  const shift = findShift(plan, memory);
  if (shift !== null) {
    return new BenchError('MEMORY_UNREADABLE', `${source} holds this firmware at another place`, {
      why: `it lies ${distance(shift)}`,
      hints: [shiftHint(plan, shift), ...placeHints(plan)],
    });
  }
  const first = plan.ranges[0];
  const last = plan.ranges.at(-1);
  const start = first?.address ?? 0;
  const end = last === undefined ? 0 : last.address + last.sizeBytes;
  return new BenchError('MEMORY_UNREADABLE', `${source} does not hold the counters of this ELF`, {
    why: `they lie from ${hex(start)} to ${hex(end)}; ${source} holds ${memory.describe()}`,
    hints: [
      `read ${end - start} bytes from ${hex(start)}`,
      'check the address given for the image',
      ...placeHints(plan),
    ],
  });
}

/** Images of two moments: taking one of them would believe old counters or lose new ones. */
function conflictError(address: number, source: string): BenchError {
  return new BenchError('MEMORY_UNREADABLE', `${source} holds one address with two contents`, {
    why: `two images overlap and differ first at ${hex(address)}`,
    hints: ['give images of one moment only', 'check the address given for each image'],
  });
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
