import type { TextPlace } from './dwarf-forms.js';

const MAX_TEXT_BYTES = 4096;

/**
 * The texts of the debug information, each decoded once. All of them together may be a few times as
 * long as their section, as long as endings shared by the linker make them; else RangeError.
 */
export class DwarfTexts {
  private readonly known = new Map<string, string>();
  private readonly decoder = new TextDecoder();
  private budgetBytes = 65536;

  constructor(private readonly sections: ReadonlyMap<string, Uint8Array>) {
    for (const bytes of sections.values()) this.budgetBytes += 4 * bytes.length;
  }

  /** The text at a place; null for one that is over-long or of a section that is not there. */
  at({ section, offset }: TextPlace): string | null {
    const bytes = this.sections.get(section);
    if (bytes === undefined || offset >= bytes.length) return null;
    const key = `${section} ${offset}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const window = bytes.subarray(offset, offset + MAX_TEXT_BYTES + 1);
    const end = window.indexOf(0);
    this.budgetBytes -= end < 0 ? window.length : end + 1;
    if (this.budgetBytes < 0) throw new RangeError(`the texts of ${section} lie on each other`);
    if (end < 0) return null;
    const text = this.decoder.decode(window.subarray(0, end));
    this.known.set(key, text);
    return text;
  }
}
