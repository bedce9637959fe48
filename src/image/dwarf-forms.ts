import type { ByteReader } from '../base/byte-reader.js';

/** What the size of a value depends on in one unit. */
export interface UnitLayout {
  readonly version: number;
  readonly addressBytes: number;
  /** 4, or 8 in the 64-bit format of DWARF. */
  readonly offsetBytes: 4 | 8;
}

export const FORM_INDIRECT = 0x16;
export const FORM_IMPLICIT_CONST = 0x21;

const FORM_STRING = 0x08;
const FORM_STRP = 0x0e;
const FORM_LINE_STRP = 0x1f;
const FORM_REF_ADDR = 0x10;
const FORM_SDATA = 0x0d;
const MAX_LEB_BYTES = 10;

const FIXED: ReadonlyMap<number, number> = new Map([
  [0x05, 2], // data2
  [0x06, 4], // data4
  [0x07, 8], // data8
  [0x0b, 1], // data1
  [0x0c, 1], // flag
  [0x11, 1], // ref1
  [0x12, 2], // ref2
  [0x13, 4], // ref4
  [0x14, 8], // ref8
  [0x19, 0], // flag_present
  [0x1c, 4], // ref_sup4
  [0x1e, 16], // data16
  [0x20, 8], // ref_sig8
  [FORM_IMPLICIT_CONST, 0],
  [0x24, 8], // ref_sup8
  [0x25, 1], // strx1
  [0x26, 2], // strx2
  [0x27, 3], // strx3
  [0x28, 4], // strx4
  [0x29, 1], // addrx1
  [0x2a, 2], // addrx2
  [0x2b, 3], // addrx3
  [0x2c, 4], // addrx4
]);
// strp, sec_offset, strp_sup, line_strp, and GNU's references to another file
const OFFSETS: ReadonlySet<number> = new Set([0x0e, 0x17, 0x1d, 0x1f, 0x1f20, 0x1f21]);
// sdata, udata, ref_udata, strx, addrx, loclistx, rnglistx, GNU addr_index and str_index
const LEBS: ReadonlySet<number> = new Set([
  0x0d, 0x0f, 0x15, 0x1a, 0x1b, 0x22, 0x23, 0x1f01, 0x1f02,
]);
const REFERENCES: ReadonlySet<number> = new Set([0x11, 0x12, 0x13, 0x14, 0x15]);

/** Bytes a value of a form takes, null when each says so itself. DWARF 5, section 7.5.6. */
export function fixedBytes(form: number, layout: UnitLayout): number | null {
  if (form === 0x01) return layout.addressBytes;
  // DWARF 2 made these as large as an address.
  if (form === FORM_REF_ADDR) return layout.version < 3 ? layout.addressBytes : layout.offsetBytes;
  if (OFFSETS.has(form)) return layout.offsetBytes;
  return FIXED.get(form) ?? null;
}

/** Passes over a value whose size is not fixed. Throws RangeError for a form nobody defined. */
export function skipValue(reader: ByteReader, form: number, layout: UnitLayout): void {
  const fixed = fixedBytes(form, layout);
  if (fixed !== null) skip(reader, fixed);
  else if (LEBS.has(form)) readLeb(reader);
  else if (form === FORM_STRING) skip(reader, textBytes(reader.bytes, reader.offset) + 1);
  else if (form === 0x0a) skip(reader, reader.u8());
  else if (form === 0x03) skip(reader, reader.u16());
  else if (form === 0x04) skip(reader, reader.u32());
  else if (form === 0x09 || form === 0x18) skip(reader, readLeb(reader));
  else if (form === FORM_INDIRECT) skipValue(reader, directForm(reader), layout);
  else throw new RangeError(`form 0x${form.toString(16)} at offset ${reader.offset} is unknown`);
}

/** Where the text of an attribute lies. */
export interface TextPlace {
  readonly section: '.debug_info' | '.debug_str' | '.debug_line_str';
  readonly offset: number;
}

/** A value as far as it is of use: a number, a place of text, a place of another entry. */
export type DwarfValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly place: TextPlace }
  | { readonly kind: 'entry'; readonly offset: number }
  | { readonly kind: 'other' };

/** Reads a value; `unitStart` is what references within a unit count from. */
export function readValue(
  reader: ByteReader,
  stated: number,
  layout: UnitLayout,
  unitStart: number,
): DwarfValue {
  const form = stated === FORM_INDIRECT ? directForm(reader) : stated;
  const start = reader.offset;
  if (form === FORM_STRING) {
    skipValue(reader, form, layout);
    return { kind: 'text', place: { section: '.debug_info', offset: start } };
  }
  if (form === FORM_STRP || form === FORM_LINE_STRP) {
    const section = form === FORM_STRP ? '.debug_str' : '.debug_line_str';
    return { kind: 'text', place: { section, offset: unsigned(reader, layout.offsetBytes) } };
  }
  if (form === FORM_REF_ADDR) {
    return { kind: 'entry', offset: unsigned(reader, fixedBytes(form, layout) ?? 4) };
  }
  const size = fixedBytes(form, layout);
  if (REFERENCES.has(form)) {
    const offset = size === null ? readLeb(reader) : unsigned(reader, size);
    return { kind: 'entry', offset: unitStart + offset };
  }
  if (LEBS.has(form) && form !== FORM_SDATA) return { kind: 'number', value: readLeb(reader) };
  if (size !== null && [1, 2, 4, 8].includes(size)) {
    return { kind: 'number', value: unsigned(reader, size) };
  }
  skipValue(reader, form, layout);
  return { kind: 'other' };
}

/** An unsigned LEB128 number; what is beyond 2^53 is not exact. */
export function readLeb(reader: ByteReader): number {
  let value = 0;
  let scale = 1;
  for (let at = 0; at < MAX_LEB_BYTES; at += 1) {
    const byte = reader.u8();
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 128;
  }
  throw new RangeError(`a number without end at offset ${reader.offset - MAX_LEB_BYTES}`);
}

function directForm(reader: ByteReader): number {
  const form = readLeb(reader);
  if (form === FORM_INDIRECT || form === FORM_IMPLICIT_CONST) {
    throw new RangeError(`form 0x${form.toString(16)} at offset ${reader.offset} is not direct`);
  }
  return form;
}

function unsigned(reader: ByteReader, size: number): number {
  if (size === 1) return reader.u8();
  if (size === 2) return reader.u16();
  if (size === 4) return reader.u32();
  return Number(reader.u64());
}

function skip(reader: ByteReader, size: number): void {
  if (size > reader.remaining) {
    throw new RangeError(
      `${size} bytes wanted at offset ${reader.offset}, ${reader.remaining} left`,
    );
  }
  reader.offset += size;
}

function textBytes(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(0, start);
  if (end < 0) throw new RangeError(`the text at offset ${start} has no end`);
  return end - start;
}
