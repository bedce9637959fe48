import { ByteReader, type Endian } from '../base/byte-reader.js';
import type { UnitLayout } from './dwarf-forms.js';

/** The header of one unit of `.debug_info`. */
export interface DwarfUnitHeader extends UnitLayout {
  /** Where the header starts: references within the unit count from here. */
  readonly start: number;
  readonly firstEntry: number;
  readonly end: number;
  readonly abbreviations: number;
}

const TYPE_UNIT = 2;
const SKELETON_UNIT = 4;
const SPLIT_COMPILE_UNIT = 5;
const SPLIT_TYPE_UNIT = 6;

/**
 * The units of a `.debug_info` section one after the other, DWARF 2 to 5 (DWARF 5, section 7.5.1);
 * those of later versions are left out. Throws RangeError for a unit that is not wholly in it.
 */
export function* dwarfUnits(info: Uint8Array, endian: Endian): Generator<DwarfUnitHeader> {
  const reader = new ByteReader(info, endian);
  while (reader.remaining > 0) {
    const start = reader.offset;
    const short = reader.u32();
    const offsetBytes = short === 0xffffffff ? 8 : 4;
    const length = offsetBytes === 8 ? Number(reader.u64()) : short;
    if ((offsetBytes === 4 && short >= 0xfffffff0) || length > reader.remaining) {
      throw new RangeError(
        `the unit at offset ${start} of .debug_info has ${length} bytes, but ${reader.remaining} are left`,
      );
    }
    const end = reader.offset + length;
    const header = length === 0 ? null : readHeader(reader, start, end, offsetBytes);
    if (header !== null) yield header;
    reader.offset = end;
  }
}

function readHeader(
  reader: ByteReader,
  start: number,
  end: number,
  offsetBytes: 4 | 8,
): DwarfUnitHeader | null {
  const offset = (): number => (offsetBytes === 8 ? Number(reader.u64()) : reader.u32());
  const version = reader.u16();
  if (version < 2 || version > 5) return null;
  let addressBytes: number;
  let abbreviations: number;
  if (version >= 5) {
    const type = reader.u8();
    addressBytes = reader.u8();
    abbreviations = offset();
    if (type === SKELETON_UNIT || type === SPLIT_COMPILE_UNIT) reader.u64();
    else if (type === TYPE_UNIT || type === SPLIT_TYPE_UNIT) {
      reader.u64();
      offset();
    }
  } else {
    abbreviations = offset();
    addressBytes = reader.u8();
  }
  if (reader.offset > end) throw new RangeError(`the unit at offset ${start} ends in its header`);
  return {
    start,
    firstEntry: reader.offset,
    end,
    abbreviations,
    version,
    addressBytes,
    offsetBytes,
  };
}
