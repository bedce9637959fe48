import { tokenLines } from './c-tokens.js';

const LF = 10;

/**
 * Gives the function that tells whether a line of one text and a line of another, the same but for
 * spacing, read as other tokens to the compiler (`- -` and `--`). Both numbers are from 1. Lexes
 * when first asked about lines whose bytes differ.
 */
export function respacedLines(
  before: Uint8Array,
  after: Uint8Array,
): (lineBefore: number, lineAfter: number) => boolean {
  let lineOf: { before: LineReader; after: LineReader } | null = null;
  let tokens: { before: string[]; after: string[] } | null = null;
  return (lineBefore, lineAfter) => {
    lineOf ??= { before: lineReader(before), after: lineReader(after) };
    if (Buffer.compare(lineOf.before(lineBefore), lineOf.after(lineAfter)) === 0) return false;
    tokens ??= { before: tokenLines(before), after: tokenLines(after) };
    return tokens.before[lineBefore - 1] !== tokens.after[lineAfter - 1];
  };
}

type LineReader = (line: number) => Uint8Array;

/** Bytes of a line without its line feed; none for a line that is not there. */
function lineReader(bytes: Uint8Array): LineReader {
  const starts = [0];
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1);
  return (line) => {
    const start = starts[line - 1];
    if (start === undefined) return new Uint8Array();
    const end = starts[line];
    return bytes.subarray(start, end === undefined ? bytes.length : end - 1);
  };
}
