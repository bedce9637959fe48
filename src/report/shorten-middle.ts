import { cutToWidth, displayWidth } from './display-width.js';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
// Code units looked at for each column of the end; more of them show as less than one column each.
const UNITS_PER_COLUMN = 16;

/**
 * A printable path in at most `columns` columns. What is too long loses its middle to `more`; the
 * name of the file stays as long as it fits, for it tells paths apart.
 */
export function shortenMiddle(path: string, columns: number, more = '…'): string {
  if (displayWidth(path) <= columns) return path;
  const room = columns - displayWidth(more);
  if (room <= 0) return cutToWidth(path, columns);
  const nameWidth = displayWidth(path.slice(path.lastIndexOf('/')));
  const tail = endToWidth(path, Math.min(room, Math.max(Math.ceil(room / 2), nameWidth)));
  return cutToWidth(path, room - displayWidth(tail)) + more + tail;
}

/** The longest end of `text` that takes at most `columns` columns; graphemes stay whole. */
function endToWidth(text: string, columns: number): string {
  const near = text.slice(-columns * UNITS_PER_COLUMN);
  const graphemes = Array.from(segmenter.segment(near), ({ segment }) => segment);
  let width = 0;
  let start = near.length;
  for (const grapheme of graphemes.toReversed()) {
    width += displayWidth(grapheme);
    if (width > columns) break;
    start -= grapheme.length;
  }
  return near.slice(start);
}
