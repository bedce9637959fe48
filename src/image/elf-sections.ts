import { ByteReader } from '../base/byte-reader.js';
import type { ElfTables } from './elf-regions.js';

/** A section header with its name and, unless it takes no room in the file, its content. */
export interface ElfSection {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly isLoaded: boolean;
  readonly isWritable: boolean;
  readonly isCode: boolean;
  readonly address: number;
  readonly sizeBytes: number;
  readonly alignBytes: number;
  readonly entryBytes: number;
  /** Section of the symbols of a relocation section, or of the names of symbols. */
  readonly link: number;
  /** Section a relocation section is about. */
  readonly info: number;
  readonly bytes: Uint8Array;
}

const ENTRY_BYTES = { 32: 40, 64: 64 } as const;
const NOBITS = 8;
const WRITE = 1n;
const ALLOC = 2n;
const CODE = 4n;
const MAX_NAME_BYTES = 256;

/**
 * The sections of an ELF file in their order; empty for a file without section headers. Throws
 * RangeError, with the place, for headers and contents that are not wholly in the file.
 */
export function elfSections(
  bytes: Uint8Array,
  { endian, is64, sections: table, sectionNames }: ElfTables,
): readonly ElfSection[] {
  if (table.offset === 0 || table.count === 0) return [];
  const leastBytes = ENTRY_BYTES[is64 ? 64 : 32];
  if (table.entryBytes < leastBytes) {
    throw new RangeError(
      `the header table at byte ${table.offset} has entries of ${table.entryBytes} bytes instead of ${leastBytes}`,
    );
  }
  const headers = Array.from({ length: table.count }, (_, index) => {
    const reader = new ByteReader(bytes, endian, table.offset + index * table.entryBytes);
    return readHeader(reader, is64);
  });
  const contents = headers.map((header, index) => contentOf(bytes, header, index));
  const names = contents[sectionNames] ?? new Uint8Array();
  return headers.map((header, index) => ({
    index,
    name: nameAt(names, header.name),
    type: header.type,
    isLoaded: (header.flags & ALLOC) !== 0n,
    isWritable: (header.flags & WRITE) !== 0n,
    isCode: (header.flags & CODE) !== 0n,
    address: Number(header.address),
    sizeBytes: Number(header.sizeBytes),
    alignBytes: Number(header.alignBytes),
    entryBytes: Number(header.entryBytes),
    link: header.link,
    info: header.info,
    bytes: contents[index] ?? new Uint8Array(),
  }));
}

interface Header {
  readonly name: number;
  readonly type: number;
  readonly flags: bigint;
  readonly address: bigint;
  readonly offset: bigint;
  readonly sizeBytes: bigint;
  readonly link: number;
  readonly info: number;
  readonly alignBytes: bigint;
  readonly entryBytes: bigint;
}

function readHeader(reader: ByteReader, is64: boolean): Header {
  const word = (): bigint => (is64 ? reader.u64() : BigInt(reader.u32()));
  return {
    name: reader.u32(),
    type: reader.u32(),
    flags: word(),
    address: word(),
    offset: word(),
    sizeBytes: word(),
    link: reader.u32(),
    info: reader.u32(),
    alignBytes: word(),
    entryBytes: word(),
  };
}

function contentOf(bytes: Uint8Array, { type, offset, sizeBytes }: Header, index: number) {
  if (type === 0 || type === NOBITS) return new Uint8Array();
  if (offset + sizeBytes > BigInt(bytes.length)) {
    throw new RangeError(
      `section ${index} ends at byte ${offset + sizeBytes}, but the file has ${bytes.length} bytes`,
    );
  }
  return bytes.subarray(Number(offset), Number(offset + sizeBytes));
}

/** NUL-terminated text of a table of names; empty when there is none. */
export function nameAt(names: Uint8Array, start: number): string {
  const end = names.subarray(start, start + MAX_NAME_BYTES).indexOf(0);
  return end < 0 ? '' : Buffer.from(names.subarray(start, start + end)).toString('latin1');
}
