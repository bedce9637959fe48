import type {
  KnownMemory,
  PlannedCounters,
  PlannedFunction,
  PlannedObject,
} from './counter-plan.js';
import type { FoundObject } from './find-objects.js';
import { functionLayout } from './info-layout.js';
import type { TargetMemory } from './target-memory.js';

const COUNTER_BYTES = 8;
const ABSENT: PlannedFunction = {
  isPresent: false,
  ident: 0,
  lineChecksum: 0,
  graphChecksum: 0,
  counters: [],
};

/**
 * Reads one object's functions and where their counters are. Throws RangeError, naming the
 * function, when a counter array is not in memory the image has.
 */
export function planObject(memory: TargetMemory, found: FoundObject): PlannedObject {
  const { address, layout } = found;
  const own = found.functions.filter((entry) => entry !== 0 && memory.pointer(entry) === address);
  const kinds = activeKinds(memory, found);
  const isOwn = new Set(own);
  const [identity, ...rest] = known(
    memory,
    address + layout.stamp,
    layout.sizeBytes - layout.stamp,
  );
  if (identity === undefined) {
    throw new RangeError(`the descriptor at 0x${address.toString(16)} is cut off`);
  }
  return {
    path: found.path,
    versionWord: found.versionWord,
    stamp: memory.u32(address + layout.stamp) ?? 0,
    checksum: layout.checksum === null ? null : memory.u32(address + layout.checksum),
    // `next` between them is left out: all runtimes set it.
    version: { address, sizeBytes: 4, expected: memory.bytesAt(address, 4) ?? new Uint8Array(4) },
    identity,
    tables: [...rest, ...planTables(memory, own, kinds.length)],
    functions: found.functions.map((entry) =>
      isOwn.has(entry) ? planFunction(memory, entry, kinds, found.path) : ABSENT,
    ),
  };
}

/** Kinds with a merge function are the kinds this object counts. */
function activeKinds(memory: TargetMemory, found: FoundObject): number[] {
  const kinds: number[] = [];
  for (let kind = 0; kind < found.mergeSlots; kind += 1) {
    const slot = found.address + found.layout.merge + kind * memory.pointerSizeBytes;
    if (memory.pointer(slot) !== 0) kinds.push(kind);
  }
  return kinds;
}

function planFunction(
  memory: TargetMemory,
  entry: number,
  kinds: readonly number[],
  path: string,
): PlannedFunction {
  const layout = functionLayout(memory.pointerSizeBytes);
  const ident = memory.u32(entry + layout.ident);
  const lineChecksum = memory.u32(entry + layout.lineChecksum);
  const graphChecksum = memory.u32(entry + layout.graphChecksum);
  const counters = kinds.map((kind, index): PlannedCounters => {
    const at = entry + layout.counters + index * layout.counterEntryBytes;
    const length = memory.u32(at);
    const address = memory.pointer(at + layout.counterAddress);
    const isEmpty = length === 0;
    if (
      length === null ||
      address === null ||
      (!isEmpty && !memory.isMapped(address, length * COUNTER_BYTES))
    ) {
      throw new RangeError(
        `${length ?? 'unknown'} counters of kind ${kind} for the function described at ` +
          `0x${entry.toString(16)} of ${path} are not in memory the image has`,
      );
    }
    return { kind, address, length };
  });
  if (ident === null || lineChecksum === null || graphChecksum === null) {
    throw new RangeError(`the function described at 0x${entry.toString(16)} of ${path} is cut off`);
  }
  return { isPresent: true, ident, lineChecksum, graphChecksum, counters };
}

function planTables(
  memory: TargetMemory,
  own: readonly number[],
  kindCount: number,
): readonly KnownMemory[] {
  const layout = functionLayout(memory.pointerSizeBytes);
  const sizeBytes = layout.counters + kindCount * layout.counterEntryBytes;
  const ends = new Set([own[0], own.at(-1)]);
  return [...ends].flatMap((entry) =>
    entry !== undefined && memory.isWritable(entry) && memory.unplaced(entry) === null
      ? known(memory, entry, sizeBytes)
      : [],
  );
}

/** What the target has to hold in a range, in pieces between pointers nobody knows the value of. */
function known(memory: TargetMemory, address: number, sizeBytes: number): readonly KnownMemory[] {
  const pieces: KnownMemory[] = [];
  const end = address + sizeBytes;
  let start = address;
  for (const unknown of [...memory.unknownIn(address, sizeBytes), end]) {
    if (unknown > start) {
      const expected = memory.bytesAt(start, unknown - start);
      if (expected === null) {
        throw new RangeError(`the descriptor at 0x${address.toString(16)} is cut off`);
      }
      pieces.push({ address: start, sizeBytes: unknown - start, expected });
    }
    start = unknown + memory.pointerSizeBytes;
  }
  return pieces;
}
