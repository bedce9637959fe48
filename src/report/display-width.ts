import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns a piece of printable text takes on a terminal. */
export function displayWidth(text: string): number {
  return isPlainAscii(text) ? text.length : stringWidth(text);
}

/** The longest start of `text` that takes at most `columns` columns; graphemes stay whole. */
export function cutToWidth(text: string, columns: number): string {
  if (isPlainAscii(text)) return text.slice(0, Math.max(0, columns));
  let width = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    width += stringWidth(segment);
    if (width > columns) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** Text cut or filled with spaces to exactly `columns` columns. */
export function padToWidth(text: string, columns: number): string {
  const kept = cutToWidth(text, columns);
  return kept + ' '.repeat(Math.max(0, columns - displayWidth(kept)));
}

function isPlainAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
