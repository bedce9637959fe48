import type { ElfSection } from './elf-sections.js';
import type { LoadPlace } from '../base/load-place.js';
import { NOWHERE } from './loaded-memory.js';
import type { MemoryRegion } from './read-elf.js';

export interface ModuleMemory {
  /** Ascending by address. */
  readonly regions: readonly MemoryRegion[];
  /** By section index; null for a section that is not loaded. */
  readonly addresses: readonly (number | null)[];
}

/**
 * Lays out a relocatable module. A named section starts where it is said to, and sections whose
 * names go on from its name with a dot (`.bss.x` from `.bss`) follow it; with a bias all others lie
 * one behind another from there; each is aligned as it asks. A section nobody placed gets an address
 * that no target has, so that the tables can be followed through it. Throws RangeError for a section
 * that does not fit into any address space.
 */
export function moduleRegions(sections: readonly ElfSection[], place: LoadPlace): ModuleMemory {
  /** Next free address by the name that gave the first one. */
  const next = new Map(place.sections);
  let nextUnnamed = place.bias;
  let nowhere = NOWHERE;
  const regions: MemoryRegion[] = [];
  const addresses = sections.map((section): number | null => {
    const { name, sizeBytes, bytes, isWritable, alignBytes } = section;
    if (!section.isLoaded) return null;
    const family = familyOf(name, place);
    const linked = place.bias === null && section.address > 0 ? section.address : null;
    const free = family === null ? (nextUnnamed ?? linked) : (next.get(family) ?? null);
    const address = align(free ?? nowhere, alignBytes);
    const end = address + sizeBytes;
    if (!Number.isSafeInteger(end)) {
      throw new RangeError(`section ${name} of ${sizeBytes} bytes fits into no memory`);
    }
    if (free === null) nowhere = end;
    else if (family !== null) next.set(family, end);
    else if (nextUnnamed !== null) nextUnnamed = end;
    const unplaced = free === null ? name : null;
    if (sizeBytes > 0) regions.push({ address, sizeBytes, bytes, isWritable, unplaced });
    return address;
  });
  return { regions: regions.sort((a, b) => a.address - b.address), addresses };
}

/** The longest name given that is this section's or goes on to it. */
function familyOf(name: string, { sections }: LoadPlace): string | null {
  let found: string | null = null;
  for (const given of sections.keys()) {
    const isOfIt = name === given || name.startsWith(`${given}.`);
    if (isOfIt && given.length > (found ?? '').length) found = given;
  }
  return found;
}

function align(address: number, alignBytes: number): number {
  return alignBytes > 1 ? Math.ceil(address / alignBytes) * alignBytes : address;
}
