import { fitSpans, row, span, type Row, type Span } from '../rows.js';
import type { View } from '../view.js';

/** The upper edge of a pane with a title and a remark in it. */
export function boxTop(
  view: View,
  columns: number,
  left: string,
  right: string,
  hasFocus: boolean,
): Row {
  const { symbols } = view;
  const end = right === '' ? '' : ` ${right} `;
  const title = fitSpans(
    [span(` ${left} `, hasFocus ? 'title' : 'plain')],
    Math.min(left.length + 2, columns - 4 - end.length),
  );
  const used = title.reduce((sum, part) => sum + part.text.length, 0) + end.length + 3;
  return row(
    span(symbols.topLeft, 'dim'),
    ...title,
    span(symbols.rule.repeat(Math.max(0, columns - used)), 'dim'),
    span(end),
    span(`${symbols.rule}${symbols.topRight}`, 'dim'),
  );
}

/** A line inside a pane, cut to what fits. */
export function boxLine(view: View, columns: number, spans: readonly Span[]): Row {
  const bar = span(view.symbols.bar, 'dim');
  return row(bar, ...fitSpans(spans, columns - 2, view.symbols.more), bar);
}

/** The line between two parts of a pane. */
export function boxMiddle(view: View, columns: number): Row {
  const { symbols } = view;
  return row(span(symbols.teeLeft + symbols.rule.repeat(columns - 2) + symbols.teeRight, 'dim'));
}

/** The lower edge of a pane. */
export function boxBottom(view: View, columns: number): Row {
  const { symbols } = view;
  return row(
    span(symbols.bottomLeft + symbols.rule.repeat(columns - 2) + symbols.bottomRight, 'dim'),
  );
}

/** Two panes of the same height side by side. */
export function joinRows(left: readonly Row[], right: readonly Row[]): readonly Row[] {
  return left.map((line, index) => row(...line.spans, ...(right[index]?.spans ?? [])));
}
