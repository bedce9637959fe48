// What compilers and editors of firmware have ever been given, by their names for a TextDecoder.
const ENCODINGS: readonly string[] = [
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'iso-8859-2',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
];

/**
 * The ways git may record a text without changing what it says, the bytes themselves first: LF for
 * CRLF, UTF-8 for another encoding, `$Id$` without what a checkout put into it (gitattributes(5):
 * text, working-tree-encoding, ident).
 */
export function* sameTexts(bytes: Uint8Array): Generator<Uint8Array> {
  for (const text of encoded(bytes)) {
    yield text;
    const latin = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1');
    const plain = latin.replaceAll('\r\n', '\n');
    if (plain !== latin) yield Buffer.from(plain, 'latin1');
    for (const one of new Set([latin, plain])) {
      const bare = one.replaceAll(/\$Id:[^$\r\n]*\$/g, '$$Id$$');
      if (bare !== one) yield Buffer.from(bare, 'latin1');
    }
  }
}

function* encoded(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  // ASCII alone reads the same in all of them.
  if (!bytes.some((byte) => byte === 0 || byte >= 0x80 || byte === 0x1b)) return;
  yield Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf8');
  for (const encoding of ENCODINGS) {
    for (const ignoreBOM of [false, true]) {
      const text = decoded(bytes, encoding, ignoreBOM);
      if (text !== null) yield Buffer.from(text, 'utf8');
    }
  }
}

/** Null when the bytes are not of that encoding, or this node does not know it. */
function decoded(bytes: Uint8Array, encoding: string, ignoreBOM: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return null;
  }
}
