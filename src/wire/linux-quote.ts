/**
 * A shell word for any name (Latin-1 text of its bytes) that is safe to type on a terminal: bytes a
 * terminal could take for something else go as octal escapes. Line feeds at the very end are lost,
 * which no name that ends in `.gcda` has.
 */
export function shellWord(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return quoted(name);
  let format = '';
  for (const byte of Buffer.from(name, 'latin1')) {
    const char = String.fromCharCode(byte);
    if (char === '%') format += '%%';
    else if (/[A-Za-z0-9_./+@#,= -]/.test(char)) format += char;
    else format += `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"$(printf '${format}')"`;
}

/** A shell word for text of printable characters and line feeds. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
