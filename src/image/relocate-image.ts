import { ByteReader, type Endian } from '../base/byte-reader.js';
import type { ElfTables } from './elf-regions.js';
import type { ElfSection } from './elf-sections.js';
import { ElfSymbols, type ElfSymbol } from './elf-symbols.js';
import type { LoadedMemory } from './loaded-memory.js';
import { relocationKind, type RelocationKind } from './relocation-kinds.js';

const RELA = 4;
const REL = 9;
const RELR = 19;
const ABSOLUTE = 0xfff1;

export interface RelocationJob {
  readonly memory: LoadedMemory;
  readonly sections: readonly ElfSection[];
  readonly tables: ElfTables;
  readonly machine: number;
  /** What the loader adds to the addresses of a position-independent image. */
  readonly bias: number;
  /** Where the sections of a module lie, by index; null for a linked image. */
  readonly sectionAddresses: readonly (number | null)[] | null;
}

interface Relocation {
  readonly address: number;
  readonly type: number;
  readonly symbol: number;
  /** Null when the addend stands in the place itself. */
  readonly addend: bigint | null;
}

/**
 * Fills in the pointers of an image as its loader does: the relocations of data in a position
 * independent image or in a relocatable module. A pointer to something defined elsewhere is noted as
 * one whose value nobody knows. Throws RangeError for tables that are cut off.
 */
export function relocateImage(job: RelocationJob): void {
  for (const section of job.sections) {
    if (section.type !== RELA && section.type !== REL && section.type !== RELR) continue;
    const target = job.sections[section.info];
    if (job.sectionAddresses === null) {
      // What --emit-relocs leaves is done already; only what is loaded is for the loader.
      if (!section.isLoaded) continue;
    } else if (!target?.isLoaded || target.isCode) continue;
    const start = job.sectionAddresses === null ? job.bias : job.sectionAddresses[section.info];
    if (start === null || start === undefined) continue;
    if (section.type === RELR) relocatePacked(job, section, start);
    else relocateSection(job, section, start);
  }
}

function relocateSection(job: RelocationJob, section: ElfSection, start: number): void {
  const { machine, memory, tables } = job;
  const { endian, is64 } = tables;
  const symbols = symbolsOf(job, section.link);
  for (const relocation of readRelocations(section, endian, is64)) {
    if (relocation.type === 0) continue;
    const address = start + relocation.address;
    const kind = relocationKind(machine, relocation.type, is64);
    if (kind === null || kind.what === 'code') {
      memory.setUnknown(address);
      continue;
    }
    const held = memory.word(address, kind.sizeBytes);
    if (held === null) continue;
    const addend = Number(relocation.addend ?? signed(held, kind.sizeBytes));
    const base = baseOf(job, kind, symbols?.at(relocation.symbol) ?? null);
    if (base === null) memory.setUnknown(address);
    else memory.setPointer(address, base + addend, kind.sizeBytes);
  }
}

/** What the addend is added to; null when it is not known here. */
function baseOf(
  job: RelocationJob,
  { what }: RelocationKind,
  symbol: ElfSymbol | null,
): number | null {
  const isNamed = symbol !== null && symbol.section !== 0;
  if (what === 'relative' || (what === 'either' && !isNamed)) return job.bias;
  if (symbol === null || symbol.section === 0) return null;
  if (symbol.section === ABSOLUTE) return symbol.value;
  if (job.sectionAddresses === null) return symbol.value + job.bias;
  const start = job.sectionAddresses[symbol.section];
  return start === null || start === undefined ? null : start + symbol.value;
}

/**
 * The packed relative relocations of the generic System V ABI: an even word is an address, an odd
 * one a bit map of the words behind it.
 */
function relocatePacked(
  { memory, tables, bias }: RelocationJob,
  section: ElfSection,
  start: number,
) {
  const sizeBytes = tables.is64 ? 8 : 4;
  const reader = new ByteReader(section.bytes, tables.endian);
  const move = (address: number): void => {
    const held = memory.word(address, sizeBytes);
    if (held !== null) memory.setPointer(address, Number(held) + bias, sizeBytes);
  };
  let next = start;
  while (reader.remaining >= sizeBytes) {
    const entry = tables.is64 ? reader.u64() : BigInt(reader.u32());
    if ((entry & 1n) === 0n) {
      move(start + Number(entry));
      next = start + Number(entry) + sizeBytes;
      continue;
    }
    for (let bit = 1; bit < sizeBytes * 8; bit += 1) {
      if (((entry >> BigInt(bit)) & 1n) === 1n) move(next + (bit - 1) * sizeBytes);
    }
    next += (sizeBytes * 8 - 1) * sizeBytes;
  }
}

function* readRelocations(
  { bytes, type }: ElfSection,
  endian: Endian,
  is64: boolean,
): Generator<Relocation> {
  const reader = new ByteReader(bytes, endian);
  const hasAddend = type === RELA;
  const entryBytes = (hasAddend ? 3 : 2) * (is64 ? 8 : 4);
  while (reader.remaining >= entryBytes) {
    if (is64) {
      const address = Number(reader.u64());
      const info = reader.u64();
      const addend = hasAddend ? BigInt.asIntN(64, reader.u64()) : null;
      yield { address, type: Number(info & 0xffffffffn), symbol: Number(info >> 32n), addend };
    } else {
      const address = reader.u32();
      const info = reader.u32();
      const addend = hasAddend ? BigInt(reader.u32() | 0) : null;
      yield { address, type: info & 0xff, symbol: info >>> 8, addend };
    }
  }
}

function signed(held: bigint, sizeBytes: number): bigint {
  return BigInt.asIntN(sizeBytes * 8, held);
}

function symbolsOf({ sections, tables }: RelocationJob, index: number): ElfSymbols | null {
  const table = sections[index];
  if (table === undefined || (table.type !== 2 && table.type !== 11)) return null;
  const names = sections[table.link]?.bytes ?? new Uint8Array();
  return new ElfSymbols(table, names, tables.endian, tables.is64);
}
