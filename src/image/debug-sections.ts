import { inflateSync } from 'node:zlib';
import { ByteReader, type Endian } from '../base/byte-reader.js';

/** The sections of an ELF file that hold DWARF, by name without a `.z` form. */
export interface DebugSections {
  readonly endian: Endian;
  readonly byName: ReadonlyMap<string, Uint8Array>;
}

interface Header {
  readonly name: number;
  readonly type: number;
  readonly flags: bigint;
  readonly offset: bigint;
  readonly sizeBytes: bigint;
}

const WANTED: ReadonlySet<string> = new Set([
  '.debug_info',
  '.debug_abbrev',
  '.debug_str',
  '.debug_line_str',
]);
const ENTRY_BYTES = { 32: 40, 64: 64 } as const;
const NOBITS = 8;
const COMPRESSED = 0x800n;
const ZLIB = 1;
const MAX_NAME_BYTES = 64;
// zlib cannot make more of a byte.
const MAX_INFLATION = 1032;

/**
 * Finds the DWARF sections of an ELF file, 32 or 64 bit, either byte order; compressed ones are
 * unpacked (zlib, both the ELF and the older GNU form). Throws RangeError, with what was found, for
 * tables and contents that are not wholly in the file and for other compressions.
 */
export function debugSections(bytes: Uint8Array): DebugSections {
  const is64 = bytes[4] === 2;
  const endian: Endian = bytes[5] === 2 ? 'big' : 'little';
  const word = (at: number): bigint => {
    const reader = new ByteReader(bytes, endian, at);
    return is64 ? reader.u64() : BigInt(reader.u32());
  };
  const half = (at: number): number => new ByteReader(bytes, endian, at).u16();
  const tableOffset = word(is64 ? 0x28 : 0x20);
  const entryBytes = half(is64 ? 0x3a : 0x2e);
  const count = half(is64 ? 0x3c : 0x30);
  const namesIndex = half(is64 ? 0x3e : 0x32);
  const byName = new Map<string, Uint8Array>();
  if (tableOffset === 0n || count === 0) return { endian, byName };
  if (entryBytes < ENTRY_BYTES[is64 ? 64 : 32]) {
    throw new RangeError(`section headers of ${entryBytes} bytes`);
  }
  const headerAt = (index: number): Header => {
    const reader = new ByteReader(bytes, endian, Number(tableOffset) + index * entryBytes);
    return readHeader(reader, is64);
  };
  const names = contentOf(bytes, headerAt(namesIndex), 'the names of sections');
  for (let index = 0; index < count; index += 1) {
    const header = headerAt(index);
    const name = nameAt(names, header.name);
    const plain = name.replace(/^\.zdebug_/, '.debug_');
    if (!WANTED.has(plain) || header.type === NOBITS || byName.has(plain)) continue;
    const content = contentOf(bytes, header, name);
    if ((header.flags & COMPRESSED) !== 0n) byName.set(plain, unpack(content, endian, is64, name));
    else byName.set(plain, plain === name ? content : unpackOld(content, name));
  }
  return { endian, byName };
}

function readHeader(reader: ByteReader, is64: boolean): Header {
  const word = (): bigint => (is64 ? reader.u64() : BigInt(reader.u32()));
  const name = reader.u32();
  const type = reader.u32();
  const flags = word();
  word(); // address
  return { name, type, flags, offset: word(), sizeBytes: word() };
}

function contentOf(bytes: Uint8Array, { offset, sizeBytes }: Header, what: string): Uint8Array {
  if (offset + sizeBytes > BigInt(bytes.length)) {
    throw new RangeError(
      `${what} ends at byte ${offset + sizeBytes}, but the file has ${bytes.length} bytes`,
    );
  }
  return bytes.subarray(Number(offset), Number(offset + sizeBytes));
}

function nameAt(names: Uint8Array, start: number): string {
  const end = names.subarray(start, start + MAX_NAME_BYTES).indexOf(0);
  return end < 0 ? '' : String.fromCharCode(...names.subarray(start, start + end));
}

/** The compression header of the System V ABI: type, size, alignment. */
function unpack(content: Uint8Array, endian: Endian, is64: boolean, name: string): Uint8Array {
  const reader = new ByteReader(content, endian);
  const type = reader.u32();
  if (is64) reader.u32();
  const sizeBytes = is64 ? reader.u64() : BigInt(reader.u32());
  if (is64) reader.u64();
  else reader.u32();
  if (type !== ZLIB) throw new RangeError(`${name} is compressed by method ${type}, not by zlib`);
  return inflate(content.subarray(reader.offset), sizeBytes, name);
}

/** The form before that: `ZLIB` and the size, always big endian. */
function unpackOld(content: Uint8Array, name: string): Uint8Array {
  const reader = new ByteReader(content, 'big');
  if (reader.u32() !== 0x5a4c4942) throw new RangeError(`${name} does not start with ZLIB`);
  const sizeBytes = reader.u64();
  return inflate(content.subarray(reader.offset), sizeBytes, name);
}

function inflate(packed: Uint8Array, sizeBytes: bigint, name: string): Uint8Array {
  if (sizeBytes > BigInt(packed.length * MAX_INFLATION)) {
    throw new RangeError(`${name} says that ${packed.length} bytes unpack to ${sizeBytes}`);
  }
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(Number(sizeBytes), 1) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RangeError(`${name} cannot be unpacked: ${why}`, { cause: error });
  }
}
