import { ByteReader, type Endian } from '../base/byte-reader.js';
import type { MemoryRegion } from './read-elf.js';

interface ElfTable {
  readonly offset: number;
  readonly entryBytes: number;
  readonly count: number;
}

/** Where the two header tables of an ELF file lie. */
export interface ElfTables {
  readonly endian: Endian;
  readonly is64: boolean;
  readonly segments: ElfTable;
  readonly sections: ElfTable;
  /** Index of the section with the names of sections. */
  readonly sectionNames: number;
}

interface Placement {
  readonly what: string;
  readonly address: bigint;
  readonly offset: bigint;
  readonly fileBytes: bigint;
  readonly memoryBytes: bigint;
  readonly isWritable: boolean;
}

const SEGMENT_BYTES = { 32: 32, 64: 56 } as const;
const SECTION_BYTES = { 32: 40, 64: 64 } as const;
const SEGMENT_LOAD = 1;
const SEGMENT_WRITE = 2n;
const SECTION_NOBITS = 8;
const SECTION_WRITE = 1n;
const SECTION_ALLOC = 2n;

/**
 * Everything the image occupies in memory, ascending by address. Throws RangeError, with the place,
 * for a table or a content that is not wholly in the file.
 */
export function readRegions(bytes: Uint8Array, tables: ElfTables): readonly MemoryRegion[] {
  const { segments, sections } = tables;
  let placements = entries(bytes, tables, segments, SEGMENT_BYTES, readSegment);
  if (placements.length === 0) {
    placements = entries(bytes, tables, sections, SECTION_BYTES, readSection);
  }
  return placements
    .map((placement) => toRegion(bytes, placement, tables.is64))
    .sort((a, b) => a.address - b.address);
}

function entries(
  bytes: Uint8Array,
  tables: ElfTables,
  table: ElfTable,
  sizes: { readonly 32: number; readonly 64: number },
  read: (reader: ByteReader, is64: boolean, index: number) => Placement | null,
): Placement[] {
  const found: Placement[] = [];
  if (table.offset === 0 || table.count === 0) return found;
  const leastBytes = sizes[tables.is64 ? 64 : 32];
  // Entries that lie on each other would be as many as the header likes, in a small file.
  if (table.entryBytes < leastBytes) {
    throw new RangeError(
      `the header table at byte ${table.offset} has entries of ${table.entryBytes} bytes instead of ${leastBytes}`,
    );
  }
  for (let index = 0; index < table.count; index += 1) {
    const reader = new ByteReader(bytes, tables.endian, table.offset + index * table.entryBytes);
    const placement = read(reader, tables.is64, index);
    if (placement !== null && placement.memoryBytes > 0n) found.push(placement);
  }
  return found;
}

function readSegment(reader: ByteReader, is64: boolean, index: number): Placement | null {
  const word = wordReader(reader, is64);
  const type = reader.u32();
  let flags = is64 ? BigInt(reader.u32()) : 0n;
  const offset = word();
  const address = word();
  word(); // physical address: where the bytes are stored, not where they run
  const fileBytes = word();
  const memoryBytes = word();
  if (!is64) flags = BigInt(reader.u32());
  if (type !== SEGMENT_LOAD) return null;
  const isWritable = (flags & SEGMENT_WRITE) !== 0n;
  return { what: `segment ${index}`, address, offset, fileBytes, memoryBytes, isWritable };
}

function readSection(reader: ByteReader, is64: boolean, index: number): Placement | null {
  const word = wordReader(reader, is64);
  reader.u32(); // name
  const type = reader.u32();
  const flags = word();
  const address = word();
  const offset = word();
  const memoryBytes = word();
  if (type === 0 || (flags & SECTION_ALLOC) === 0n) return null;
  const fileBytes = type === SECTION_NOBITS ? 0n : memoryBytes;
  const isWritable = (flags & SECTION_WRITE) !== 0n;
  return { what: `section ${index}`, address, offset, fileBytes, memoryBytes, isWritable };
}

function wordReader(reader: ByteReader, is64: boolean): () => bigint {
  return () => (is64 ? reader.u64() : BigInt(reader.u32()));
}

function toRegion(bytes: Uint8Array, placement: Placement, is64: boolean): MemoryRegion {
  const { what, address, offset, fileBytes, memoryBytes, isWritable } = placement;
  if (fileBytes > memoryBytes) {
    throw new RangeError(`${what} holds ${fileBytes} bytes for ${memoryBytes} bytes of memory`);
  }
  if (fileBytes > 0n && offset + fileBytes > BigInt(bytes.length)) {
    throw new RangeError(
      `${what} ends at byte ${offset + fileBytes}, but the file has ${bytes.length} bytes`,
    );
  }
  const end = is64 ? BigInt(Number.MAX_SAFE_INTEGER) : 0x1_0000_0000n;
  if (address + memoryBytes > end) {
    throw new RangeError(`${what} lies at 0x${address.toString(16)}, beyond what can be addressed`);
  }
  const start = fileBytes === 0n ? 0 : Number(offset);
  return {
    address: Number(address),
    sizeBytes: Number(memoryBytes),
    bytes: bytes.subarray(start, start + Number(fileBytes)),
    isWritable,
    unplaced: null,
  };
}
