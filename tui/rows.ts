import { printable } from '../src/base/printable.js';
import { cutToWidth, displayWidth } from '../src/report/display-width.js';
import { graphemes } from './graphemes.js';

/** What a piece of text means; `RowView` gives each role its colour. */
export type Role =
  'plain' | 'title' | 'dim' | 'ok' | 'warn' | 'bad' | 'busy' | 'chosen' | 'own' | 'cursor';

export interface Span {
  readonly text: string;
  readonly role: Role;
}

/** One line of the screen. `choice` marks an entry of a list, which linear output numbers. */
export interface Row {
  readonly spans: readonly Span[];
  readonly kind: 'text' | 'rule' | 'choice';
}

type Part = string | Span;

/** A piece of text with its role. */
export function span(text: string, role: Role = 'plain'): Span {
  return { text, role };
}

/** A line of text from strings and spans. */
export function row(...parts: readonly Part[]): Row {
  return { spans: parts.map(toSpan), kind: 'text' };
}

/** A line that stands for an entry of a list. */
export function choiceRow(...parts: readonly Part[]): Row {
  return { spans: parts.map(toSpan), kind: 'choice' };
}

export const BLANK: Row = { spans: [], kind: 'text' };

function toSpan(part: Part): Span {
  return typeof part === 'string' ? span(part) : part;
}

/** Columns the spans take on a terminal once their text is made printable. */
export function spansWidth(spans: readonly Span[]): number {
  let width = 0;
  for (const part of spans) width += displayWidth(printable(part.text));
  return width;
}

/**
 * Brings spans to exactly `columns` columns: cuts what is too long, with `more` as the last sign,
 * and fills up with spaces. Every text is made printable here, so that no screen can forget it.
 */
export function fitSpans(spans: readonly Span[], columns: number, more = ''): readonly Span[] {
  const out: Span[] = [];
  const isTooLong = spansWidth(spans) > columns;
  const moreColumns = isTooLong ? Math.min(displayWidth(more), columns) : 0;
  let free = columns - moreColumns;
  for (const part of spans) {
    if (free <= 0) break;
    const text = printable(part.text);
    const width = displayWidth(text);
    const kept = width > free ? cutToWidth(text, free) : text;
    out.push(span(kept, part.role));
    free -= displayWidth(kept);
    if (width > displayWidth(kept)) break;
  }
  if (moreColumns > 0) out.push(span(more, 'dim'));
  if (free > 0) out.push(span(' '.repeat(free)));
  return out;
}

/** The row at exactly `columns` columns. */
export function fitRow(line: Row, columns: number, more = ''): Row {
  return { spans: fitSpans(line.spans, columns, more), kind: line.kind };
}

/** Left text and right text on one line; the right one goes first when both do not fit. */
export function between(left: readonly Part[], right: readonly Part[], columns: number): Row {
  const leftSpans = left.map(toSpan);
  const rightSpans = right.map(toSpan);
  const rightWidth = spansWidth(rightSpans);
  const gap = columns - spansWidth(leftSpans) - rightWidth;
  if (gap >= 1)
    return { spans: [...leftSpans, span(' '.repeat(gap)), ...rightSpans], kind: 'text' };
  const leftColumns = columns - rightWidth - 1;
  if (leftColumns < columns / 2) return { spans: fitSpans(leftSpans, columns), kind: 'text' };
  return { spans: [...fitSpans(leftSpans, leftColumns), span(' '), ...rightSpans], kind: 'text' };
}

/** Text at exactly `columns` columns, cut or filled with spaces, on the left or right side. */
export function cell(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const kept = cutToWidth(printable(text), columns);
  const fill = ' '.repeat(Math.max(0, columns - displayWidth(kept)));
  return side === 'left' ? kept + fill : fill + kept;
}

/** A path at most `columns` wide; its end is the part that tells files apart, so that stays. */
export function pathCell(path: string, columns: number, more: string): string {
  let text = printable(path);
  if (displayWidth(text) <= columns) return cell(text, columns);
  const room = columns - displayWidth(more);
  const segments = [...graphemes(text)];
  while (segments.length > 0 && displayWidth(segments.join('')) > room) segments.shift();
  text = more + segments.join('');
  return cell(text, columns);
}

/** Breaks text into lines of at most `columns`, at spaces where there are any. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let rest = printable(paragraph);
    while (displayWidth(rest) > columns && columns > 0) {
      const head = cutToWidth(rest, columns);
      if (head === '') break;
      const space = head.lastIndexOf(' ');
      const isWordEnd = rest.charAt(head.length) === ' ';
      const cut = isWordEnd || space <= 0 ? head.length : space;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut).trimStart();
    }
    lines.push(rest);
  }
  return lines;
}
