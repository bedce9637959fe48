import { isAtLeast, parseVersion } from '../gcov/gcov-version.js';
import { ByteReader, type Endian } from '../base/byte-reader.js';
import { infoLayout, type InfoLayout } from './info-layout.js';
import type { TargetMemory } from './target-memory.js';

/** An object descriptor found in the image. */
export interface FoundObject {
  readonly address: number;
  readonly versionWord: number;
  readonly layout: InfoLayout;
  readonly mergeSlots: number;
  readonly path: string;
  /** Addresses of its functions' descriptors, 0 for none, in table order. */
  readonly functions: readonly number[];
  /** How many of these point back to this object. */
  readonly ownFunctions: number;
}

// GCC 4.7 to 16 have 8 to 10 counter kinds; a wider search leaves room for vendors and later ones.
const FEWEST_MERGE_SLOTS = 6;
const MOST_MERGE_SLOTS = 12;
const MOST_FUNCTIONS = 65535;

/**
 * Finds every `gcov_info` by content: a version word, then a path, a function count and a function
 * table whose entries point back to it. How many merge slots lie between is not assumed but tried,
 * since it differs between compilers. An object all of whose functions were discarded in favour of
 * another object's copies has no entry pointing back; it is taken when its path ends in `.gcda` and
 * it has the shape of the others. Ascending by address.
 */
export function findObjects(memory: TargetMemory, endian: Endian): readonly FoundObject[] {
  const found: FoundObject[] = [];
  const doubtful: FoundObject[] = [];
  for (const address of versionWordAddresses(memory, endian)) {
    let isFound = false;
    for (let slots = FEWEST_MERGE_SLOTS; slots <= MOST_MERGE_SLOTS && !isFound; slots += 1) {
      const candidate = readCandidate(memory, address, slots);
      if (candidate === null) continue;
      isFound = candidate.ownFunctions > 0;
      (isFound ? found : doubtful).push(candidate);
    }
  }
  const shapes = new Set(found.map(shape));
  const known = new Set(found.map((object) => object.address));
  const placeholders = doubtful.filter(
    (object) =>
      !known.has(object.address) && shapes.has(shape(object)) && object.path.endsWith('.gcda'),
  );
  return [...found, ...placeholders].sort((a, b) => a.address - b.address);
}

function shape(object: FoundObject): string {
  return `${object.versionWord} ${object.mergeSlots}`;
}

function* versionWordAddresses(memory: TargetMemory, endian: Endian): Generator<number> {
  const step = memory.pointerSizeBytes === 2 ? 1 : 4;
  for (const region of memory.regions) {
    const reader = new ByteReader(region.bytes, endian);
    const first = (step - (region.address % step)) % step;
    for (let offset = first; offset + 4 <= region.bytes.length; offset += step) {
      // Two cheap looks at single bytes refuse nearly everything before the word is taken apart.
      const top = region.bytes[endian === 'little' ? offset + 3 : offset] ?? 0;
      const second = region.bytes[endian === 'little' ? offset + 2 : offset + 1] ?? 0;
      if (top < 0x33 || top > 0x5a || second < 0x30 || second > 0x39) continue;
      reader.offset = offset;
      const version = parseVersion(reader.u32());
      if (version !== null && isAtLeast(version, 4, 7)) yield region.address + offset;
    }
  }
}

function readCandidate(
  memory: TargetMemory,
  address: number,
  mergeSlots: number,
): FoundObject | null {
  const versionWord = memory.u32(address) ?? 0;
  const hasChecksum = (parseVersion(versionWord)?.major ?? 0) >= 12;
  const layout = infoLayout(memory.pointerSizeBytes, hasChecksum, mergeSlots);
  const count = memory.u32(address + layout.functionCount);
  if (count === null || count < 1 || count > MOST_FUNCTIONS) return null;
  const table = memory.pointer(address + layout.functions);
  if (table === null || memory.bytesAt(table, count * memory.pointerSizeBytes) === null)
    return null;
  const pathAddress = memory.pointer(address + layout.path);
  const path = pathAddress === null ? null : memory.text(pathAddress);
  // eslint-disable-next-line no-control-regex
  if (path === null || path === '' || /[\u0000-\u001f\u007f\ufffd]/.test(path)) return null;
  const functions: number[] = [];
  let ownFunctions = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = memory.pointer(table + index * memory.pointerSizeBytes);
    const key = entry === null ? null : entry === 0 ? 0 : memory.pointer(entry);
    if (entry === null || key === null) return null;
    if (key === address) ownFunctions += 1;
    functions.push(entry);
  }
  return { address, versionWord, layout, mergeSlots, path, functions, ownFunctions };
}
