/** One entry of the debug information: its tag, and attributes with form and value. */
export interface Entry {
  readonly tag: number;
  readonly attributes: readonly (readonly [attribute: number, form: number, value: Value])[];
}

/** A number, a text, or the index of another entry of the unit. */
export type Value = number | string | { readonly entry: number };

export interface Shape {
  readonly endian: 'little' | 'big';
  readonly is64: boolean;
  readonly version: 2 | 3 | 4 | 5;
  /** The 64-bit format of DWARF, whatever the class of the ELF. */
  readonly isLong: boolean;
}

const STRING = 0x08;
const STRP = 0x0e;
const LINE_STRP = 0x1f;
const REF4 = 0x13;
const REF_ADDR = 0x10;
const UDATA = 0x0f;
const ADDR = 0x01;
const FLAG_PRESENT = 0x19;
const EXPRLOC = 0x18;
const IMPLICIT = 0x21;

/** Builds an ELF whose debug information has one unit with these entries. */
export function elfWithDwarf(shape: Shape, entries: readonly Entry[]): Buffer {
  const bytes = new Writer(shape);
  const abbreviations = new Writer(shape);
  const texts = new Writer(shape);
  const offsetBytes = shape.isLong ? 8 : 4;
  const lengthBytes = shape.isLong ? 12 : 4;
  const references: { readonly at: number; readonly size: number; readonly entry: number }[] = [];
  const starts: number[] = [];
  bytes.number(shape.version, 2);
  if (shape.version >= 5) {
    bytes.number(1, 1);
    bytes.number(shape.is64 ? 8 : 4, 1);
    bytes.number(0, offsetBytes);
  } else {
    bytes.number(0, offsetBytes);
    bytes.number(shape.is64 ? 8 : 4, 1);
  }
  entries.forEach(({ tag, attributes }, index) => {
    starts.push(bytes.size + lengthBytes);
    bytes.leb(index + 1);
    abbreviations.leb(index + 1);
    abbreviations.leb(tag);
    abbreviations.number(0, 1);
    for (const [attribute, form, value] of attributes) {
      abbreviations.leb(attribute);
      abbreviations.leb(form);
      if (form === IMPLICIT) abbreviations.leb(Number(value));
      else if (typeof value === 'object') {
        const size =
          form === REF_ADDR ? (shape.version < 3 ? (shape.is64 ? 8 : 4) : offsetBytes) : 4;
        references.push({ at: bytes.size, size, entry: value.entry });
        bytes.number(0, size);
      } else if (form === STRING) bytes.text(String(value));
      else if (form === STRP || form === LINE_STRP) {
        bytes.number(texts.size, offsetBytes);
        texts.text(String(value));
      } else if (form === UDATA) bytes.leb(Number(value));
      else if (form === ADDR) bytes.number(Number(value), shape.is64 ? 8 : 4);
      else if (form === EXPRLOC) {
        bytes.leb(Number(value));
        for (let at = 0; at < Number(value); at += 1) bytes.number(0x9c, 1);
      } else if (form !== FLAG_PRESENT) bytes.number(Number(value), FIXED[form] ?? offsetBytes);
    }
    abbreviations.leb(0);
    abbreviations.leb(0);
  });
  abbreviations.leb(0);
  for (const { at, size, entry } of references) bytes.patch(at, starts[entry] ?? 0, size);
  const info = new Writer(shape);
  if (shape.isLong) info.number(0xffffffff, 4);
  info.number(bytes.size, offsetBytes);
  return elfWithSections(shape, {
    '.debug_info': Buffer.concat([info.bytes(), bytes.bytes()]),
    '.debug_abbrev': abbreviations.bytes(),
    '.debug_str': texts.bytes(),
    '.debug_line_str': texts.bytes(),
  });
}

const FIXED: Readonly<Record<number, number>> = {
  0x0a: 1,
  0x0b: 1,
  0x0c: 1,
  0x05: 2,
  0x06: 4,
  [REF4]: 4,
};

/** A linked ELF that holds nothing but these sections. */
export function elfWithSections(
  shape: Pick<Shape, 'endian' | 'is64'>,
  sections: Readonly<Record<string, Buffer>>,
): Buffer {
  const word = shape.is64 ? 8 : 4;
  const headerBytes = shape.is64 ? 64 : 52;
  const names = new Writer(shape);
  names.number(0, 1);
  const body = new Writer(shape);
  const table = new Writer(shape);
  table.fill(shape.is64 ? 64 : 40);
  const all = { ...sections, '.shstrtab': Buffer.alloc(0) };
  const starts = Object.keys(all).map((name) => {
    const start = names.size;
    names.text(name);
    return start;
  });
  Object.values(all).forEach((given, index) => {
    const content = index === starts.length - 1 ? names.bytes() : given;
    table.number(starts[index] ?? 0, 4);
    table.number(1, 4);
    table.number(0, word);
    table.number(0, word);
    table.number(headerBytes + body.size, word);
    table.number(content.length, word);
    table.number(0, 4);
    table.number(0, 4);
    table.number(1, word);
    table.number(0, word);
    body.raw(content);
  });
  const header = new Writer(shape);
  header.raw(
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, shape.is64 ? 2 : 1, shape.endian === 'little' ? 1 : 2, 1]),
  );
  header.fill(9);
  header.number(2, 2);
  header.number(40, 2);
  header.number(1, 4);
  header.number(0, word);
  header.number(0, word);
  header.number(headerBytes + body.size, word);
  header.number(0, 4);
  for (const half of [headerBytes, 0, 0, shape.is64 ? 64 : 40, starts.length + 1, starts.length]) {
    header.number(half, 2);
  }
  return Buffer.concat([header.bytes(), body.bytes(), table.bytes()]);
}

class Writer {
  private readonly parts: Buffer[] = [];
  size = 0;

  constructor(private readonly shape: Pick<Shape, 'endian'>) {}

  number(value: number, size: number): void {
    const bytes = Buffer.alloc(size);
    const big = BigInt(value);
    for (let at = 0; at < size; at += 1) {
      const shift = BigInt(8 * (this.shape.endian === 'little' ? at : size - 1 - at));
      bytes[at] = Number((big >> shift) & 0xffn);
    }
    this.raw(bytes);
  }

  leb(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.number((rest & 0x7f) | 0x80, 1);
      rest = Math.floor(rest / 128);
    }
    this.number(rest, 1);
  }

  text(text: string): void {
    this.raw(Buffer.from(`${text}\0`));
  }

  fill(size: number): void {
    this.raw(Buffer.alloc(size));
  }

  raw(bytes: Buffer): void {
    this.parts.push(bytes);
    this.size += bytes.length;
  }

  patch(at: number, value: number, size: number): void {
    const whole = this.bytes();
    const other = new Writer(this.shape);
    other.number(value, size);
    other.bytes().copy(whole, at);
    this.parts.splice(0, this.parts.length, whole);
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}
