/**
 * A shell word for any name (Latin-1 text of its bytes) that is safe to type on a terminal: bytes a
 * terminal or a shell could take for something else go as octal escapes. Line feeds at the very end
 * are lost, which no name that ends in `.gcda` has.
 */
export function shellWord(name: string): string {
  if (/^[A-Za-z0-9_./+@#,=-]+$/.test(name) && !/^[-#=]/.test(name)) return name;
  let format = '';
  for (const byte of Buffer.from(name, 'latin1')) {
    const char = String.fromCharCode(byte);
    if (char === '%') format += '%%';
    else if (/[A-Za-z0-9_./+@#,= -]/.test(char)) format += char;
    else format += `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"$(printf '${format}')"`;
}
