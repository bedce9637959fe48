/** The hex digits of a record, or why it is none. */
export type HexText =
  | { readonly digits: string; readonly problem: null }
  | { readonly digits: null; readonly problem: string };

/**
 * Reads a record that holds each byte as two hex digits, with or without one space before each. The
 * record may have been wrapped by a terminal, which loses the space at the fold: `isWrapped` allows
 * for that and nothing else.
 */
export function readHexText(text: string, isWrapped: boolean): HexText {
  const foreign = /[^0-9a-f ]/i.exec(text);
  if (foreign !== null) {
    const excerpt = text.slice(foreign.index, foreign.index + 40);
    return { digits: null, problem: `it has other text in it: ${JSON.stringify(excerpt)}` };
  }
  const packed = text.replaceAll(' ', '');
  if (packed.length % 2 !== 0) {
    return { digits: null, problem: `it has an odd number of hex digits, ${packed.length}` };
  }
  const isSpaced = /^ ?[0-9a-f]{2} /i.test(text);
  if (!(isSpaced ? isWrapped || areSpacedPairs(text) : !text.trimStart().includes(' '))) {
    return { digits: null, problem: 'its hex digits are not in pairs' };
  }
  return { digits: packed, problem: null };
}

/** True when exactly one space stands before each pair of digits; the first may go without. */
function areSpacedPairs(text: string): boolean {
  const first = text.startsWith(' ') ? 0 : -1;
  if ((text.length - first) % 3 !== 0) return false;
  for (let at = 0; at < text.length; at += 1) {
    if ((text[at] === ' ') !== ((at - first) % 3 === 0)) return false;
  }
  return true;
}
