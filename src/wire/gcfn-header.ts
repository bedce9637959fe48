import { parseVersion } from '../gcov/gcov-version.js';

/** The word a stream, a record or an image starts with, and the byte order it shows. */
export interface Magic {
  readonly kind: 'gcfn' | 'gcda';
  readonly isLittle: boolean;
}

/** Magic word and version word. */
export const HEADER_BYTES = 8;

const MAGICS: ReadonlyMap<string, Magic> = new Map([
  ['nfcg', { kind: 'gcfn', isLittle: true }],
  ['gcfn', { kind: 'gcfn', isLittle: false }],
  ['adcg', { kind: 'gcda', isLittle: true }],
  ['gcda', { kind: 'gcda', isLittle: false }],
]);

/** The magic words of gcfn records and `.gcda` images, as they lie in memory. */
export const MAGIC_WORDS: readonly string[] = [...MAGICS.keys()];

/** The magic word at `at`, when a compiler's version word follows; else null. */
export function magicAt(bytes: Buffer, at: number): Magic | null {
  if (at < 0 || at + HEADER_BYTES > bytes.length) return null;
  const magic = MAGICS.get(bytes.toString('latin1', at, at + 4));
  if (magic === undefined) return null;
  return parseVersion(wordAt(bytes, at + 4, magic.isLittle)) === null ? null : magic;
}

/** True when bytes from `at` on, fewer than a header, could still become one. */
export function mayBecomeMagic(bytes: Buffer, at: number): boolean {
  const start = bytes.toString('latin1', at, Math.min(at + 4, bytes.length));
  return bytes.length - at < HEADER_BYTES && MAGIC_WORDS.some((word) => word.startsWith(start));
}

/** Where the next magic word of one of these kinds lies from `from` on, or -1. */
export function findMagic(bytes: Buffer, from: number, kinds: readonly Magic['kind'][]): number {
  let first = -1;
  for (const [word, { kind }] of MAGICS) {
    if (!kinds.includes(kind)) continue;
    let at = bytes.indexOf(word, from, 'latin1');
    while (at >= 0 && (first < 0 || at < first)) {
      if (magicAt(bytes, at) !== null) first = at;
      at = bytes.indexOf(word, at + 1, 'latin1');
    }
  }
  return first;
}

export function wordAt(bytes: Buffer, at: number, isLittle: boolean): number {
  return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
