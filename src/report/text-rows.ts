import { printable } from '../base/printable.js';
import { cutToWidth, displayWidth, padToWidth } from './display-width.js';

export type Sign = 'ok' | 'warn' | 'bad';

/** One row of a text report, before it is fitted to the terminal. */
export interface TextRow {
  readonly text: string;
  readonly indent?: number;
  readonly sign?: Sign;
}

export interface TextStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Signs and marks in ASCII. */
  readonly ascii?: boolean;
}

const SIGNS: Readonly<Record<Sign, { mark: string; ascii: string; color: number }>> = {
  ok: { mark: '✓', ascii: '+', color: 32 },
  warn: { mark: '!', ascii: '!', color: 33 },
  bad: { mark: '✗', ascii: 'x', color: 31 },
};
const MIN_COLUMNS = 24;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Fits rows to the columns: words wrap below their own start, longer ones are cut in pieces, and a
 * colour only ever lies on a sign that says the same without it. Texts are made printable here.
 */
export function textRows(rows: readonly TextRow[], style: TextStyle): string[] {
  const columns = Math.max(MIN_COLUMNS, style.columns);
  return rows.flatMap(({ text, indent = 0, sign }) => {
    const start = ' '.repeat(indent);
    const head = sign === undefined ? '' : `${mark(sign, style)} `;
    const hang = sign === undefined ? 0 : 2;
    const lines = wrap(plainMarks(printable(text), style), columns - indent - hang);
    return lines.map((line, index) =>
      index === 0
        ? `${start}${head}${line}`.trimEnd()
        : `${start}${' '.repeat(hang || 2)}${line}`.trimEnd(),
    );
  });
}

/** A path in at most `columns` columns; what is cut off goes from its front. */
export function shortPath(path: string, columns: number, style: TextStyle): string {
  const safe = printable(path);
  if (displayWidth(safe) <= columns) return padToWidth(safe, columns);
  const more = style.ascii ? '...' : '…';
  const graphemes = Array.from(segmenter.segment(safe), ({ segment }) => segment);
  while (graphemes.length > 0 && displayWidth(more + graphemes.join('')) > columns) {
    graphemes.shift();
  }
  return padToWidth(more + graphemes.join(''), columns);
}

function mark(sign: Sign, style: TextStyle): string {
  const { mark: wide, ascii, color } = SIGNS[sign];
  const plain = style.ascii ? ascii : wide;
  return style.color ? `\u001b[${color}m${plain}\u001b[0m` : plain;
}

function plainMarks(text: string, style: TextStyle): string {
  return style.ascii ? text.replaceAll('·', '-').replaceAll('…', '...') : text;
}

function wrap(text: string, columns: number): string[] {
  if (displayWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  // Every line but the first hangs by two.
  const room = (): number => Math.max(8, columns - (lines.length > 0 ? 2 : 0));
  for (let word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= room()) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    while (displayWidth(word) > room()) {
      const piece = cutToWidth(word, room()) || word.slice(0, 1);
      lines.push(piece);
      word = word.slice(piece.length);
    }
    line = word;
  }
  return line === '' ? lines : [...lines, line];
}
