import { BenchError } from '../base/bench-error.js';
import { ByteReader, type Endian } from '../base/byte-reader.js';
import { readRegions, type ElfTables } from './elf-regions.js';
import { describeNonElf } from './describe-non-elf.js';

/** A piece of target memory the image lays out: `bytes` from its start, zeros up to `sizeBytes`. */
export interface MemoryRegion {
  readonly address: number;
  readonly sizeBytes: number;
  readonly bytes: Uint8Array;
  readonly isWritable: boolean;
}

export interface ElfImage {
  readonly endian: Endian;
  readonly pointerSizeBytes: 2 | 4 | 8;
  /** True for position-independent images, whose pointers are filled in by a loader. */
  readonly isPositionIndependent: boolean;
  readonly regions: readonly MemoryRegion[];
}

const MACHINE_AVR = 83;
const TYPE_NAMES = new Map([
  [0, 'a file of no type'],
  [1, 'an object file that is not linked yet'],
  [4, 'a core dump'],
]);

/**
 * Reads what an ELF file puts where in memory: from its program headers, or from its sections when
 * there are none. 32 and 64 bit, either byte order; symbols are not needed. Format: System V ABI,
 * chapters 4 and 5. Every size and offset is checked against the file. Errors: BAD_ELF.
 */
export function readElf(bytes: Uint8Array, name: string): ElfImage {
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
    if (type !== 2 && type !== 3) {
      throw badElf(name, `it is ${TYPE_NAMES.get(type) ?? `of ELF type ${type}`}`);
    }
    return {
      endian,
      pointerSizeBytes: machine === MACHINE_AVR ? 2 : is64 ? 8 : 4,
      isPositionIndependent: type === 3,
      regions: readRegions(bytes, tables),
    };
  } catch (error) {
    if (error instanceof RangeError) throw badElf(name, error.message);
    throw error;
  }
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
  return {
    type,
    machine,
    tables: {
      endian: reader.endian,
      is64,
      segments: { offset: segmentsOffset, entryBytes: segmentSizeBytes, count: segmentCount },
      sections: { offset: sectionsOffset, entryBytes: sectionSizeBytes, count: sectionCount },
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
