/**
 * What a relocation puts into a data word: `symbol` the address of a symbol plus an addend,
 * `relative` where the image was loaded plus an addend, `either` the one or the other by whether it
 * names a symbol, `code` an address of the program memory, which no table of counters needs.
 */
export interface RelocationKind {
  readonly what: 'symbol' | 'relative' | 'either' | 'code';
  readonly sizeBytes: 2 | 4 | 8;
}

const symbol = (sizeBytes: 2 | 4 | 8): RelocationKind => ({ what: 'symbol', sizeBytes });
const relative = (sizeBytes: 2 | 4 | 8): RelocationKind => ({ what: 'relative', sizeBytes });

/**
 * Relocations of pointers in data by machine number and type, from the processor supplements of the
 * System V ABI: those that compilers and linkers make for the tables of counters.
 */
const KINDS: ReadonlyMap<number, ReadonlyMap<number, RelocationKind>> = new Map([
  // i386: 32, GLOB_DAT, RELATIVE
  [
    3,
    new Map([
      [1, symbol(4)],
      [6, symbol(4)],
      [8, relative(4)],
    ]),
  ],
  // MIPS: 32, REL32, 64
  [
    8,
    new Map([
      [2, symbol(4)],
      [3, { what: 'either', sizeBytes: 4 }],
      [18, symbol(8)],
    ]),
  ],
  // PowerPC: ADDR32, GLOB_DAT, RELATIVE
  [
    20,
    new Map([
      [1, symbol(4)],
      [20, symbol(4)],
      [22, relative(4)],
    ]),
  ],
  // PowerPC 64: ADDR64, GLOB_DAT, RELATIVE
  [
    21,
    new Map([
      [38, symbol(8)],
      [20, symbol(8)],
      [22, relative(8)],
    ]),
  ],
  // S/390: 32, GLOB_DAT, RELATIVE, 64; the sizes are those of the 64-bit machine
  [
    22,
    new Map([
      [4, symbol(4)],
      [10, symbol(8)],
      [12, relative(8)],
      [22, symbol(8)],
    ]),
  ],
  // Arm: ABS32, GLOB_DAT, RELATIVE, TARGET1
  [
    40,
    new Map([
      [2, symbol(4)],
      [21, symbol(4)],
      [23, relative(4)],
      [38, symbol(4)],
    ]),
  ],
  // x86-64: 64, GLOB_DAT, RELATIVE, 32
  [
    62,
    new Map([
      [1, symbol(8)],
      [6, symbol(8)],
      [8, relative(8)],
      [10, symbol(4)],
    ]),
  ],
  // AVR: 32, 16, 16_PM
  [
    83,
    new Map([
      [1, symbol(4)],
      [4, symbol(2)],
      [5, { what: 'code', sizeBytes: 2 }],
    ]),
  ],
  // AArch64: ABS64, ABS32, GLOB_DAT, RELATIVE
  [
    183,
    new Map([
      [257, symbol(8)],
      [258, symbol(4)],
      [1025, symbol(8)],
      [1027, relative(8)],
    ]),
  ],
]);

const RISCV = 243;

/** The kind of a relocation; null for one that is none of a pointer in data. */
export function relocationKind(
  machine: number,
  type: number,
  is64: boolean,
): RelocationKind | null {
  if (machine === RISCV) {
    // 32, 64, RELATIVE
    if (type === 1) return symbol(4);
    if (type === 2) return symbol(8);
    return type === 3 ? relative(is64 ? 8 : 4) : null;
  }
  return KINDS.get(machine)?.get(type) ?? null;
}

/** True for a machine whose relocations are known. */
export function isKnownMachine(machine: number): boolean {
  return machine === RISCV || KINDS.has(machine);
}
