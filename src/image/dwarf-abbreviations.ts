import { ByteReader, type Endian } from '../base/byte-reader.js';
import { FORM_IMPLICIT_CONST, fixedBytes, readLeb, type UnitLayout } from './dwarf-forms.js';

/** One step in reading an entry: bytes to pass over, a value to pass over, a value to take. */
export type ReadingStep =
  | { readonly kind: 'skip'; readonly sizeBytes: number }
  | { readonly kind: 'pass'; readonly form: number }
  | {
      readonly kind: 'take';
      readonly attribute: number;
      readonly form: number;
      /** The value itself, of all entries of the kind, else null. */
      readonly implicit: number | null;
    };

/** How the entries of one kind are read. */
export interface Abbreviation {
  readonly tag: number;
  readonly steps: readonly ReadingStep[];
}

/** The attributes that are of use, by tag. */
export type WantedAttributes = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Reads the tables that say what entries look like (DWARF 5, section 7.5.3), each once. What an entry
 * costs is bounded by its bytes, whatever a table says: values nobody wants and values without bytes
 * are not steps. All tables together may be read a few times over, else RangeError.
 */
export class Abbreviations {
  private readonly tables = new Map<string, ReadonlyMap<number, Abbreviation>>();
  private budgetBytes: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly endian: Endian,
    private readonly wanted: WantedAttributes,
  ) {
    this.budgetBytes = 4 * bytes.length + 1024;
  }

  /** The table at an offset, for units of one layout. */
  table(offset: number, layout: UnitLayout): ReadonlyMap<number, Abbreviation> {
    const key = `${offset} ${layout.version} ${layout.addressBytes} ${layout.offsetBytes}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const reader = new ByteReader(this.bytes, this.endian, offset);
    const table = new Map<number, Abbreviation>();
    for (let code = readLeb(reader); code !== 0; code = readLeb(reader)) {
      const start = reader.offset;
      const tag = readLeb(reader);
      reader.u8(); // has children
      const steps = readSteps(reader, this.wanted.get(tag), layout);
      if (!table.has(code)) table.set(code, { tag, steps });
      this.budgetBytes -= reader.offset - start;
      if (this.budgetBytes < 0) {
        throw new RangeError('.debug_abbrev has tables that lie on each other');
      }
    }
    this.tables.set(key, table);
    return table;
  }
}

function readSteps(
  reader: ByteReader,
  wanted: ReadonlySet<number> | undefined,
  layout: UnitLayout,
): readonly ReadingStep[] {
  const steps: ReadingStep[] = [];
  const taken = new Set<number>();
  let skipBytes = 0;
  const flush = (): void => {
    if (skipBytes > 0) steps.push({ kind: 'skip', sizeBytes: skipBytes });
    skipBytes = 0;
  };
  for (;;) {
    const attribute = readLeb(reader);
    const form = readLeb(reader);
    const implicit = form === FORM_IMPLICIT_CONST ? readLeb(reader) : null;
    if (attribute === 0 && form === 0) break;
    const sizeBytes = fixedBytes(form, layout);
    if (wanted?.has(attribute) === true && !taken.has(attribute)) {
      taken.add(attribute);
      flush();
      steps.push({ kind: 'take', attribute, form, implicit });
    } else if (sizeBytes === null) {
      flush();
      steps.push({ kind: 'pass', form });
    } else skipBytes += sizeBytes;
  }
  flush();
  return steps;
}
