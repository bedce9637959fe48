import { ByteReader, type Endian } from '../base/byte-reader.js';
import type { CompiledUnit, CompiledUnits } from './compiled-unit.js';
import { debugSections } from './debug-sections.js';
import { Abbreviations, type Abbreviation } from './dwarf-abbreviations.js';
import { readLeb, readValue, skipValue, type DwarfValue } from './dwarf-forms.js';
import { DwarfTexts } from './dwarf-texts.js';
import { dwarfUnits, type DwarfUnitHeader } from './dwarf-units.js';
import { OpenCompiledUnit } from './open-compiled-unit.js';
import { AT, TAG, WANTED } from './dwarf-names.js';

// Beyond any firmware; keeps a forged image from filling the memory with entries of a byte each.
const MAX_FUNCTIONS = 2_000_000;

/**
 * Reads from the debug information of a linked image how each unit was compiled and which functions
 * were inlined: DWARF 2 to 5, 32 and 64 bit, either byte order, plain or compressed with zlib. One
 * pass, in time linear in the size; entries of no use are passed over. Whatever is missing or makes
 * no sense is said in `unread`: without debug information less is known, but nothing is wrong.
 */
export function readCompiledUnits(elf: Uint8Array): CompiledUnits {
  try {
    const { endian, byName } = debugSections(elf);
    const info = byName.get('.debug_info');
    const abbreviations = byName.get('.debug_abbrev');
    if (info === undefined || abbreviations === undefined || info.length === 0) {
      return { units: [], unread: 'it has no debug information' };
    }
    return { units: readUnits(info, abbreviations, endian, byName), unread: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { units: [], unread: `its debug information makes no sense: ${error.message}` };
  }
}

function readUnits(
  info: Uint8Array,
  abbreviationBytes: Uint8Array,
  endian: Endian,
  sections: ReadonlyMap<string, Uint8Array>,
): readonly CompiledUnit[] {
  const abbreviations = new Abbreviations(abbreviationBytes, endian, WANTED);
  const texts = new DwarfTexts(sections);
  // Entries that stand for code left of an inlined function; in another unit with LTO.
  const withCode = new Set<number>();
  const units: OpenCompiledUnit[] = [];
  let functionCount = 0;
  const reader = new ByteReader(info, endian);
  for (const header of dwarfUnits(info, endian)) {
    const table = abbreviations.table(header.abbreviations, header);
    const unit = new OpenCompiledUnit();
    reader.offset = header.firstEntry;
    while (reader.offset < header.end) {
      const offset = reader.offset;
      const code = readLeb(reader);
      if (code === 0) continue;
      const kind = table.get(code);
      if (kind === undefined) {
        throw new RangeError(
          `the entry at offset ${offset} is of kind ${code}, which is not there`,
        );
      }
      readEntry(reader, kind, header, { offset, unit, withCode });
      if (kind.tag === TAG.subprogram) functionCount += 1;
      if (functionCount > MAX_FUNCTIONS) throw new RangeError(`over ${MAX_FUNCTIONS} functions`);
    }
    units.push(unit);
  }
  return units.flatMap((unit) => unit.close(texts, withCode) ?? []);
}

interface EntryPlace {
  readonly offset: number;
  readonly unit: OpenCompiledUnit;
  readonly withCode: Set<number>;
}

function readEntry(
  reader: ByteReader,
  { tag, steps }: Abbreviation,
  header: DwarfUnitHeader,
  { offset, unit, withCode }: EntryPlace,
): void {
  const values = WANTED.has(tag) ? new Map<number, DwarfValue>() : null;
  for (const step of steps) {
    if (step.kind === 'skip') {
      if (step.sizeBytes > reader.remaining) {
        throw new RangeError(`the entry at offset ${offset} is not wholly there`);
      }
      reader.offset += step.sizeBytes;
    } else if (step.kind === 'pass') skipValue(reader, step.form, header);
    else {
      const value: DwarfValue =
        step.implicit === null
          ? readValue(reader, step.form, header, header.start)
          : { kind: 'number', value: step.implicit };
      values?.set(step.attribute, value);
    }
  }
  if (values === null) return;
  if (tag === TAG.subprogram) unit.addFunction(offset, values);
  else if (tag === TAG.inlinedSubroutine) {
    const origin = values.get(AT.abstractOrigin);
    const isThere = values.has(AT.lowPc) || values.has(AT.ranges);
    if (isThere && origin?.kind === 'entry') withCode.add(origin.offset);
  } else unit.describe(values);
}
