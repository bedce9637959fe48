const LF = 10;
const CR = 13;

/** Where the lines of a text end, as far as it matters for whose numbers can be trusted. */
export interface LineTable {
  /** Lines as git counts them: by LF, a last one without it included. */
  readonly lines: number;
  /**
   * True when a carriage return stands alone before other text. Compilers end a line there and git
   * does not, so below it the two number differently.
   */
  readonly hasLoneCr: boolean;
}

/** Counts the lines of a source. */
export function lineTable(bytes: Uint8Array): LineTable {
  let lines = 0;
  let hasLoneCr = false;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines += 1;
  if (bytes.length > 0 && bytes[bytes.length - 1] !== LF) lines += 1;
  for (let at = bytes.indexOf(CR); at >= 0 && !hasLoneCr; at = bytes.indexOf(CR, at + 1)) {
    hasLoneCr = at + 1 < bytes.length && bytes[at + 1] !== LF;
  }
  return { lines, hasLoneCr };
}
