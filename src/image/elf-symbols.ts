import { ByteReader, type Endian } from '../base/byte-reader.js';
import { nameAt, type ElfSection } from './elf-sections.js';

export interface ElfSymbol {
  readonly name: string;
  /** As in the file: an address, or in a relocatable file the offset in its section. */
  readonly value: number;
  readonly sizeBytes: number;
  /** 0 for one defined elsewhere, 0xfff1 for an absolute one. */
  readonly section: number;
  /** 0 none, 1 data, 2 function, 3 section, 4 source file. */
  readonly type: number;
}

const SYMBOL_BYTES = { 32: 16, 64: 24 } as const;

/** Reads symbols of one table one by one, by index, as relocations name them. */
export class ElfSymbols {
  readonly count: number;
  private readonly entryBytes: number;

  constructor(
    private readonly table: ElfSection,
    private readonly names: Uint8Array,
    private readonly endian: Endian,
    private readonly is64: boolean,
  ) {
    this.entryBytes = Math.max(table.entryBytes, SYMBOL_BYTES[is64 ? 64 : 32]);
    this.count = Math.floor(table.bytes.length / this.entryBytes);
  }

  /** Null for an index the table does not have. */
  at(index: number): ElfSymbol | null {
    if (index < 0 || index >= this.count) return null;
    const reader = new ByteReader(this.table.bytes, this.endian, index * this.entryBytes);
    const name = reader.u32();
    let value = 0n;
    let sizeBytes = 0n;
    if (!this.is64) {
      value = BigInt(reader.u32());
      sizeBytes = BigInt(reader.u32());
    }
    const info = reader.u8();
    reader.u8(); // visibility
    const section = reader.u16();
    if (this.is64) {
      value = reader.u64();
      sizeBytes = reader.u64();
    }
    return {
      name: nameAt(this.names, name),
      value: Number(value),
      sizeBytes: Number(sizeBytes),
      section,
      type: info & 0xf,
    };
  }
}
