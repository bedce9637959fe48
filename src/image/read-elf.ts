import { BenchError } from '../base/bench-error.js';
import { ByteReader, type Endian } from '../base/byte-reader.js';
import { describeNonElf } from './describe-non-elf.js';
import { readRegions, type ElfTables } from './elf-regions.js';
import { elfSections } from './elf-sections.js';
import { AS_LINKED, type LoadPlace } from '../base/load-place.js';
import { LoadedMemory } from './loaded-memory.js';
import { moduleRegions } from './module-regions.js';
import { relocateImage } from './relocate-image.js';
import { isKnownMachine } from './relocation-kinds.js';

/** A piece of target memory the image lays out: `bytes` from its start, zeros up to `sizeBytes`. */
export interface MemoryRegion {
  readonly address: number;
  readonly sizeBytes: number;
  readonly bytes: Uint8Array;
  readonly isWritable: boolean;
  /** Name of a section of a module that nobody said the address of; else null. */
  readonly unplaced: string | null;
}

/** How an image gets its addresses: by the linker, or by whoever loads it. */
export type ImageKind = 'fixed' | 'position-independent' | 'module';

export interface ElfImage {
  readonly endian: Endian;
  readonly pointerSizeBytes: 2 | 4 | 8;
  readonly kind: ImageKind;
  readonly regions: readonly MemoryRegion[];
  /** Pointers a loader fills in, by the address they lie at. */
  readonly pointers: ReadonlyMap<number, number>;
  /** Where pointers lie whose value on the target is not known here. */
  readonly unknown: ReadonlySet<number>;
}

const MACHINE_AVR = 83;
const TYPE_NAMES = new Map([
  [0, 'a file of no type'],
  [4, 'a core dump'],
]);
const KINDS: ReadonlyMap<number, ImageKind> = new Map([
  [1, 'module'],
  [2, 'fixed'],
  [3, 'position-independent'],
]);

/**
 * Reads what an ELF file puts where in memory: from its program headers, or from its sections when
 * there are none. 32 and 64 bit, either byte order; symbols are not needed. What can be loaded
 * anywhere is relocated to its place. Format: System V ABI, chapters 4 and 5. Every size and offset
 * is checked against the file. Errors: BAD_ELF.
 */
export function readElf(bytes: Uint8Array, name: string, place: LoadPlace = AS_LINKED): ElfImage {
  if (bytes.length < 16 || bytes[0] !== 0x7f || latin1(bytes, 1, 4) !== 'ELF') {
    throw badElf(name, describeNonElf(bytes));
  }
  const is64 = bytes[4] === 2;
  if (!is64 && bytes[4] !== 1) throw badElf(name, `ELF class ${bytes[4]} at byte 4 is unknown`);
  if (bytes[5] !== 1 && bytes[5] !== 2) {
    throw badElf(name, `byte order ${bytes[5]} at byte 5 is unknown`);
  }
  const endian: Endian = bytes[5] === 1 ? 'little' : 'big';
  try {
    const { type, machine, tables } = readHeader(new ByteReader(bytes, endian, 16), is64);
    const kind = KINDS.get(type);
    if (kind === undefined) {
      throw badElf(name, `it is ${TYPE_NAMES.get(type) ?? `of ELF type ${type}`}`);
    }
    const memory = loadImage(bytes, kind, machine, tables, place);
    return {
      endian,
      pointerSizeBytes: machine === MACHINE_AVR ? 2 : is64 ? 8 : 4,
      kind,
      regions: memory.regions,
      pointers: memory.pointers,
      unknown: memory.unknown,
    };
  } catch (error) {
    if (error instanceof RangeError) throw badElf(name, error.message);
    throw error;
  }
}

function loadImage(
  bytes: Uint8Array,
  kind: ImageKind,
  machine: number,
  tables: ElfTables,
  place: LoadPlace,
): LoadedMemory {
  if (kind === 'fixed') return new LoadedMemory(readRegions(bytes, tables), tables.endian);
  const sections = elfSections(bytes, tables);
  if (kind === 'module' && !isKnownMachine(machine)) {
    throw new RangeError(`it is a module for machine ${machine}, whose relocations are not known`);
  }
  const bias = kind === 'module' ? 0 : (place.bias ?? 0);
  const module = kind === 'module' ? moduleRegions(sections, place) : null;
  const linked = module?.regions ?? readRegions(bytes, tables);
  const regions = linked.map((region) => ({ ...region, address: region.address + bias }));
  const memory = new LoadedMemory(regions, tables.endian);
  const sectionAddresses = module?.addresses ?? null;
  relocateImage({ memory, sections, tables, machine, bias, sectionAddresses });
  return memory;
}

function readHeader(
  reader: ByteReader,
  is64: boolean,
): { type: number; machine: number; tables: ElfTables } {
  const word = (): number => (is64 ? safeNumber(reader.u64()) : reader.u32());
  const type = reader.u16();
  const machine = reader.u16();
  reader.u32(); // version
  word(); // entry
  const segmentsOffset = word();
  const sectionsOffset = word();
  reader.u32(); // flags
  reader.u16(); // header size
  const segmentSizeBytes = reader.u16();
  const segmentCount = reader.u16();
  const sectionSizeBytes = reader.u16();
  const sectionCount = reader.u16();
  const sectionNames = reader.u16();
  return {
    type,
    machine,
    tables: {
      endian: reader.endian,
      is64,
      segments: { offset: segmentsOffset, entryBytes: segmentSizeBytes, count: segmentCount },
      sections: { offset: sectionsOffset, entryBytes: sectionSizeBytes, count: sectionCount },
      sectionNames,
    },
  };
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`0x${value.toString(16)} in the header is beyond any file`);
  }
  return Number(value);
}

function badElf(name: string, why: string): BenchError {
  return new BenchError('BAD_ELF', `${name} is not a usable firmware ELF`, {
    why,
    hints: ['name the linked ELF of exactly the build that is on the board'],
  });
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
