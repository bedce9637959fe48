import { findMagic, HEADER_BYTES, magicAt, MAGIC_WORDS, type Magic } from './gcfn-header.js';

/** A way to print bytes as characters of a small alphabet. */
export interface TextEncoding {
  readonly name: string;
  /** Characters that stand for whole bytes together: 2, or 4 in base64. */
  readonly groupChars: number;
  /** Its characters, as in brackets of a regular expression. */
  readonly digits: string;
  /** Shorter lines of the alphabet may be words of a log, when no digits are due. */
  readonly wordChars: number;
  /** Decodes text of whole groups. */
  decode(text: string): Buffer;
  /** How the magic words look in it. */
  readonly starts: readonly string[];
  /** A magic word that no digit stands before. */
  readonly startPattern: RegExp;
  /** A line of digits without its spaces, or null when it is anything else. */
  clean(text: string): string | null;
}

const HEX_GROUP = 2;
const LETTERS_NAME = 'letters a to p';

/** Each byte as two hex digits, the high one first. */
export const HEX: TextEncoding = pairs('hex', '0-9A-Fa-f', (text) => Buffer.from(text, 'hex'));

/** Each byte as two hex digits, the low one first, as Unikraft's lib/ukgcov prints it. */
export const SWAPPED_HEX: TextEncoding = pairs('nibble-swapped hex', '0-9A-Fa-f', (text) =>
  swapNibbles(Buffer.from(text, 'hex')),
);

/** Each nibble as a letter from a to p, the low one first, as in the tutorial of the GCC manual. */
export const LETTERS: TextEncoding = pairs(LETTERS_NAME, 'a-p', (text) =>
  Buffer.from(
    Uint8Array.from({ length: text.length / HEX_GROUP }, (_, at) => {
      const low = text.charCodeAt(2 * at) - 97;
      return low | ((text.charCodeAt(2 * at + 1) - 97) << 4);
    }),
  ),
);

/** Base64 with the alphabet of RFC 4648. */
export const BASE64: TextEncoding = {
  name: 'base64',
  groupChars: 4,
  digits: 'A-Za-z0-9+/',
  wordChars: 12,
  decode: (text) => Buffer.from(text, 'base64'),
  starts: ['bmZj', 'Z2Nm', 'YWRj', 'Z2Nk'],
  startPattern: /(?<![A-Za-z0-9+/])(?:bmZj|Z2Nm|YWRj|Z2Nk)/,
  clean: (text) => (/^[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : null),
};

function pairs(name: string, digits: string, decode: (text: string) => Buffer): TextEncoding {
  const starts: string[] = [];
  for (const magic of MAGIC_WORDS) starts.push(encodePairs(name, magic));
  // Hex is printed with spaces between the bytes, too.
  const spaced = starts.map((start) => (start.match(/../g) ?? []).join(' ?'));
  const startPattern = new RegExp(`(?<![${digits}])(?:${spaced.join('|')})`, 'i');
  const whole = new RegExp(name === LETTERS_NAME ? `^[${digits}]+$` : `^[${digits} ]+$`);
  return {
    name,
    groupChars: HEX_GROUP,
    digits,
    wordChars: 6,
    decode,
    starts,
    startPattern,
    clean: (text) => (whole.test(text) ? text.replaceAll(' ', '') : null),
  };
}

function encodePairs(name: string, magic: string): string {
  const bytes = Buffer.from(magic, 'latin1');
  if (name === 'hex') return bytes.toString('hex');
  const swapped = swapNibbles(bytes).toString('hex');
  if (name !== LETTERS_NAME) return swapped;
  return swapped.replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
}

function swapNibbles(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >> 4) | ((byte & 15) << 4)));
}

/** The magic that encoded text starts with, or null. */
export function magicOf(encoding: TextEncoding, text: string): Magic | null {
  const chars = Math.ceil(HEADER_BYTES / (encoding.groupChars === 4 ? 3 : 1)) * encoding.groupChars;
  const head = text.slice(0, chars);
  if (head.length < chars) return null;
  return magicAt(encoding.decode(head), 0);
}

/**
 * Where a record starts in encoded text that is not aligned to it: index of the first character of
 * the group, and how many bytes of the group come before. Null when there is none.
 */
export function findRecord(
  encoding: TextEncoding,
  text: string,
): { readonly at: number; readonly skipBytes: number } | null {
  const groupBytes = encoding.groupChars === 4 ? 3 : 1;
  for (let shift = 0; shift < encoding.groupChars; shift += 1) {
    const at = findMagic(encoding.decode(text.slice(shift)), 0, ['gcfn']);
    if (at < 0) continue;
    const groups = Math.floor(at / groupBytes);
    return { at: shift + groups * encoding.groupChars, skipBytes: at % groupBytes };
  }
  return null;
}
