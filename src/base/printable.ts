// Escape sequences a terminal would act on: OSC/DCS/SOS/PM/APC strings up to BEL or ST, CSI with
// its parameters, and two-character escapes; the 8-bit C1 forms of the same as well.
const ESCAPE_SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)|(?:\u001b\[|\u009b)[0-?]*[ -/]*(?:[@-~]|$)|\u001b[ -/]*[0-~]?/g;

// Characters that reorder or hide text: bidirectional controls, zero-width and line separators, BOM,
// tags, lone surrogates.
const DECEPTIVE =
  /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const TAB_COLUMNS = 8;

/**
 * Makes one line of text from a board, a file or a repository safe to show: escape sequences are
 * dropped, tabs become spaces, other controls become Control Pictures, characters that reorder or
 * hide text become `\u{…}`. The result holds no character that moves a cursor.
 */
export function printable(text: string): string {
  let out = '';
  for (const char of text.replace(ESCAPE_SEQUENCE, '')) {
    const code = char.codePointAt(0) ?? 0;
    if (char === '\t') out += ' '.repeat(TAB_COLUMNS - (out.length % TAB_COLUMNS));
    else if (code < 0x20) out += String.fromCharCode(0x2400 + code);
    else if (code === 0x7f) out += '\u2421';
    else if (code >= 0x80 && code < 0xa0) out += `\\u{${code.toString(16)}}`;
    else out += char;
  }
  return out.replace(DECEPTIVE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Text with several lines, each made printable; the line feeds stay. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map(printable)
    .join('\n');
}
