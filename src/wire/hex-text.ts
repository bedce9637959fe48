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
  const isRegular = isSpaced ? /^(?: ?[0-9a-f]{2})(?: [0-9a-f]{2})*$/i : /^ ?[0-9a-f]*$/i;
  if (!isRegular.test(text) && !(isWrapped && isSpaced)) {
    return { digits: null, problem: 'its hex digits are not in pairs' };
  }
  return { digits: packed, problem: null };
}
