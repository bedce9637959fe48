import { BenchError } from './bench-error.js';

/**
 * Where an image that can be loaded anywhere lies: `bias` is what the loader added to the addresses
 * of the file (for a relocatable module, where its one block starts), `sections` where it put single
 * sections of a module. Without either, an image lies where it was linked to.
 */
export interface LoadPlace {
  readonly bias: number | null;
  readonly sections: ReadonlyMap<string, number>;
}

/** An image lies where it was linked to. */
export const AS_LINKED: LoadPlace = { bias: null, sections: new Map() };

/**
 * Adds one place as it is written, `0xADDRESS` or `SECTION=0xADDRESS`. Errors: USAGE.
 */
export function addLoadPlace(text: string, before: LoadPlace = AS_LINKED): LoadPlace {
  const [, section, written = ''] = /^(?:([^=]+)=)?(.*)$/s.exec(text.trim()) ?? [];
  const address = /^(?:0x[0-9a-f]+|\d+)$/i.test(written) ? Number(written) : NaN;
  if (!Number.isSafeInteger(address)) {
    throw new BenchError('USAGE', `"${text}" is not a load address`, {
      hints: ['write it as 0xADDRESS, or SECTION=0xADDRESS for a section of a module'],
    });
  }
  if (section === undefined) return { ...before, bias: address };
  return { ...before, sections: new Map([...before.sections, [section, address]]) };
}
