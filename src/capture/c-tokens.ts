const BLANK = /[ \t\v\f\r]/;
const WORD = /[A-Za-z0-9_$\u0080-\u00ff]/;
const RAW_STRING = /^(?:u8|[uUL])?R$/;
// Longest first; digraphs are left as their characters, which spacing splits just the same.
const OPERATORS =
  '<<= >>= ... ->* <=> :: -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ## .*'.split(
    ' ',
  );

/**
 * The C or C++ tokens that begin on each line, one text a line, so that two lines that differ in
 * spacing alone can be told apart when the spacing matters: `- -` is not `--`, `F (x)` in a #define
 * is not `F(x)`, `/ *` opens no comment. Comments count as spacing; spacing inside literals is
 * forgiven. Phases of translation: C17 5.1.1.2; a backslash before blanks joins no lines.
 */
export function tokenLines(bytes: Uint8Array): string[] {
  const { text, lineOf, lineCount } = joinLines(bytes);
  const lines: string[][] = Array.from({ length: lineCount }, () => []);
  /** Tokens of the current directive or statement line, to know a macro's name by. */
  let row: string[] = [];
  const emit = (at: number, token: string): void => {
    lines[lineOf[at] ?? 0]?.push(token);
    row.push(token);
  };
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    if (char === '\n') {
      row = [];
      at += 1;
    } else if (BLANK.test(char)) at += 1;
    else if (text.startsWith('//', at)) at = orEnd(text.indexOf('\n', at), text);
    else if (text.startsWith('/*', at)) at = orEnd(text.indexOf('*/', at + 2), text, 2);
    else if (char === '"' || char === "'") {
      const end = literalEnd(text, at);
      emit(at, text.slice(at, end).replaceAll(/\s/g, ''));
      at = end;
    } else if (WORD.test(char) || (char === '.' && /\d/.test(text.charAt(at + 1)))) {
      const end = wordEnd(text, at);
      const word = text.slice(at, end);
      if (RAW_STRING.test(word) && text[end] === '"') {
        const stop = rawStringEnd(text, end);
        emit(at, text.slice(at, stop).replaceAll(/\s/g, ''));
        at = stop;
        continue;
      }
      const isMacroName = row.length === 2 && row[0] === '#' && row[1] === 'define';
      emit(at, isMacroName && text[end] === '(' ? `${word}(` : word);
      at = end;
    } else {
      const operator = OPERATORS.find((known) => text.startsWith(known, at)) ?? char;
      emit(at, operator);
      at += operator.length;
    }
  }
  return lines.map((tokens) => tokens.join('\n'));
}

/** Joins spliced lines, a byte a character, and remembers the line each character was on. */
function joinLines(bytes: Uint8Array) {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lineOf = new Uint32Array(source.length + 1);
  const parts: string[] = [];
  let size = 0;
  let line = 0;
  let start = 0;
  for (let at = 0; at <= source.length; at += 1) {
    if (at < source.length && source[at] !== '\n') continue;
    const isSpliced =
      at < source.length && /\\\r?$/.test(source.slice(Math.max(start, at - 2), at));
    const cut = isSpliced ? source.lastIndexOf('\\', at) : Math.min(at + 1, source.length);
    parts.push(source.slice(start, cut));
    lineOf.fill(line, size, size + cut - start);
    size += cut - start;
    start = at + 1;
    line += 1;
  }
  return { text: parts.join(''), lineOf, lineCount: line };
}

/** After the closing quote; an unclosed literal ends with its line. */
function literalEnd(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\n') return at;
    if (text[at] === '\\' && text[at + 1] !== '\n') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

function rawStringEnd(text: string, quote: number): number {
  const open = text.indexOf('(', quote);
  const delimiter = open < 0 ? '' : text.slice(quote + 1, open);
  if (open < 0 || delimiter.length > 16 || /[\s\\)]/.test(delimiter))
    return literalEnd(text, quote);
  return orEnd(text.indexOf(`)${delimiter}"`, open), text, delimiter.length + 2);
}

/** The end of an identifier or of a preprocessing number (`1e+5`, `1'000`). */
function wordEnd(text: string, start: number): number {
  const isNumber = /[\d.]/.test(text.charAt(start));
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (WORD.test(char)) continue;
    if (!isNumber) break;
    if (char === '.') continue;
    if ((char === '+' || char === '-') && /[eEpP]/.test(text.charAt(at - 1))) continue;
    if (char === "'" && WORD.test(text.charAt(at + 1))) continue;
    break;
  }
  return at;
}

function orEnd(found: number, text: string, size = 0): number {
  return found < 0 ? text.length : found + size;
}
