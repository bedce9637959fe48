import { identityChecksum } from '../../src/gcov/crc32.js';
import { functionLayout, infoLayout } from '../../src/image/info-layout.js';

export interface SyntheticFunction {
  readonly ident: number;
  /** Counters by kind, in the order of the kinds the object counts. */
  readonly lengths: readonly number[];
  /** A placeholder: the table entry is null, or belongs to another object. */
  readonly isAbsent?: boolean;
}

export interface SyntheticBuild {
  readonly endian: 'little' | 'big';
  readonly pointerSizeBytes: 2 | 4 | 8;
  /** Four characters, most significant first: `B22*`. */
  readonly version: string;
  readonly mergeSlots: number;
  readonly kinds: readonly number[];
  readonly objects: readonly {
    readonly path: string;
    readonly functions: readonly SyntheticFunction[];
  }[];
  /** Tables as sections instead of segments. */
  readonly asSections?: boolean;
}

const MACHINE_AVR = 83;
const MACHINE_ARM = 40;

/**
 * Builds an ELF with the tables GCC makes for coverage, for layouts no compiler at hand has: one
 * writable segment with descriptors, paths and, behind its initialised part, the counters.
 */
export function syntheticElf(build: SyntheticBuild): Buffer {
  const isAvr = build.pointerSizeBytes === 2;
  const base = isAvr ? 0x800100 : 0x20000000;
  const memory = new Memory(build, base);
  const countersStart = base + 0x4000;
  let nextCounter = countersStart;
  const layout = infoLayout(build.pointerSizeBytes, build.version >= 'B20', build.mergeSlots);
  const inFunction = functionLayout(build.pointerSizeBytes);
  for (const [index, object] of build.objects.entries()) {
    const path = memory.take(object.path.length + 1);
    memory.text(path, object.path);
    const info = memory.take(layout.sizeBytes);
    const table = memory.take(build.pointerSizeBytes * object.functions.length);
    memory.u32(info, Buffer.from(build.version, 'latin1').readUInt32BE(0));
    memory.u32(info + layout.stamp, 0x1000 + index);
    if (layout.checksum !== null) memory.u32(info + layout.checksum, checksumOf(object.functions));
    memory.pointer(info + layout.path, path);
    for (const kind of build.kinds) {
      memory.pointer(info + layout.merge + kind * build.pointerSizeBytes, base + 0x11);
    }
    memory.u32(info + layout.functionCount, object.functions.length);
    memory.pointer(info + layout.functions, table);
    for (const [position, entry] of object.functions.entries()) {
      if (entry.isAbsent) continue;
      const at = memory.take(
        inFunction.counters + inFunction.counterEntryBytes * build.kinds.length,
      );
      memory.pointer(table + position * build.pointerSizeBytes, at);
      memory.pointer(at, info);
      memory.u32(at + inFunction.ident, entry.ident);
      memory.u32(at + inFunction.lineChecksum, entry.ident + 1);
      memory.u32(at + inFunction.graphChecksum, entry.ident + 2);
      for (const [slot, length] of entry.lengths.entries()) {
        const counter = at + inFunction.counters + slot * inFunction.counterEntryBytes;
        memory.u32(counter, length);
        memory.pointer(counter + inFunction.counterAddress, length === 0 ? 0 : nextCounter);
        nextCounter += length * 8;
      }
    }
  }
  const data = memory.bytes.subarray(0, memory.used);
  const sizes = { base, dataBytes: data.length, memoryBytes: nextCounter - base };
  return Buffer.concat([header(build, sizes), data]);
}

function checksumOf(functions: readonly SyntheticFunction[]): number {
  return identityChecksum(
    functions.map(({ ident }) => ({
      ident,
      lineChecksum: ident + 1,
      graphChecksum: ident + 2,
    })),
  );
}

class Memory {
  readonly bytes = Buffer.alloc(0x4000);
  used = 32;

  constructor(
    private readonly build: SyntheticBuild,
    private readonly base: number,
  ) {}

  take(sizeBytes: number): number {
    const address = this.base + this.used;
    this.used = Math.ceil((this.used + sizeBytes) / 8) * 8;
    return address;
  }

  text(address: number, text: string): void {
    this.bytes.write(text, address - this.base, 'latin1');
  }

  u32(address: number, value: number): void {
    writeWord(this.bytes, address - this.base, value, 4, this.build.endian);
  }

  pointer(address: number, value: number): void {
    const size = this.build.pointerSizeBytes;
    writeWord(
      this.bytes,
      address - this.base,
      size === 2 ? value & 0xffff : value,
      size,
      this.build.endian,
    );
  }
}

interface Sizes {
  readonly base: number;
  readonly dataBytes: number;
  readonly memoryBytes: number;
}

function header(build: SyntheticBuild, sizes: Sizes): Buffer {
  const is64 = build.pointerSizeBytes === 8;
  const word = is64 ? 8 : 4;
  const headerBytes = is64 ? 64 : 52;
  const fields: [number, number][] = [];
  const entryBytes = build.asSections ? (is64 ? 64 : 40) : is64 ? 56 : 32;
  const count = build.asSections ? 2 : 1;
  const tableOffset = headerBytes;
  const dataOffset = headerBytes + entryBytes * count;
  fields.push(
    [2, 2],
    [build.pointerSizeBytes === 2 ? MACHINE_AVR : MACHINE_ARM, 2],
    [1, 4],
    [0, word],
  );
  fields.push(
    [build.asSections ? 0 : tableOffset, word],
    [build.asSections ? tableOffset : 0, word],
  );
  fields.push([0, 4], [headerBytes, 2]);
  fields.push([build.asSections ? 0 : entryBytes, 2], [build.asSections ? 0 : count, 2]);
  fields.push([build.asSections ? entryBytes : 0, 2], [build.asSections ? count : 0, 2], [0, 2]);
  if (build.asSections) {
    const { base, dataBytes, memoryBytes } = sizes;
    fields.push(...section(word, 1, 3, base, dataOffset, dataBytes));
    fields.push(...section(word, 8, 3, base + dataBytes, dataOffset, memoryBytes - dataBytes));
  } else {
    fields.push([1, 4]);
    if (is64) fields.push([6, 4]);
    fields.push([dataOffset, word], [sizes.base, word], [sizes.base, word]);
    fields.push([sizes.dataBytes, word], [sizes.memoryBytes, word]);
    if (!is64) fields.push([6, 4]);
    fields.push([8, word]);
  }
  const ident = [0x7f, 0x45, 0x4c, 0x46, is64 ? 2 : 1, build.endian === 'little' ? 1 : 2, 1];
  return Buffer.concat([
    Buffer.from(ident),
    Buffer.alloc(16 - ident.length),
    ...fields.map(([value, size]) => {
      const bytes = Buffer.alloc(size);
      writeWord(bytes, 0, value, size, build.endian);
      return bytes;
    }),
  ]);
}

function section(
  word: number,
  type: number,
  flags: number,
  address: number,
  offset: number,
  sizeBytes: number,
): [number, number][] {
  return [
    [0, 4],
    [type, 4],
    [flags, word],
    [address, word],
    [offset, word],
    [sizeBytes, word],
    [0, 4],
    [0, 4],
    [8, word],
    [0, word],
  ];
}

function writeWord(
  bytes: Buffer,
  offset: number,
  value: number,
  size: number,
  endian: 'little' | 'big',
): void {
  if (size === 8) {
    if (endian === 'little') bytes.writeBigUInt64LE(BigInt(value), offset);
    else bytes.writeBigUInt64BE(BigInt(value), offset);
  } else if (endian === 'little') bytes.writeUIntLE(value, offset, size);
  else bytes.writeUIntBE(value, offset, size);
}
