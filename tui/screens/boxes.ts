import type { BenchError } from '../../src/base/bench-error.js';
import { displayWidth } from '../../src/report/display-width.js';
import { cell, fitSpans, row, span, wrapText, type Role, type Row, type Span } from '../rows.js';
import { causeWords, errorHints } from '../session-words.js';
import type { SessionView, View } from '../view.js';

/** Lines with a frame and a title around them, `columns` wide. */
export function boxed(
  view: View,
  columns: number,
  title: string,
  lines: readonly (readonly Span[])[],
  role: Role,
): readonly Row[] {
  const { symbols } = view;
  const free = columns - 4 - displayWidth(title);
  const left = Math.max(0, Math.floor(free / 2));
  const rule = (count: number): string => symbols.rule.repeat(Math.max(0, count));
  const bar = span(symbols.bar, role);
  return [
    row(
      span(`${symbols.topLeft}${rule(left)}`, role),
      span(` ${title} `, 'title'),
      span(`${rule(free - left)}${symbols.topRight}`, role),
    ),
    ...lines.map((line) => row(bar, ' ', ...fitSpans(line, columns - 4, symbols.more), ' ', bar)),
    row(span(`${symbols.bottomLeft}${rule(columns - 2)}${symbols.bottomRight}`, role)),
  ];
}

/** A refusal: code, sentence, what was found, what to try; with details what its causes said. */
export function errorBox(view: View, error: BenchError): readonly Row[] {
  const columns = Math.min(view.columns, 100);
  const inner = columns - 4;
  const wrapped = (text: string, role: Role = 'plain'): Span[][] =>
    wrapText(text, inner).map((line) => [span(line, role)]);
  const tries = errorHints(view.state, error)
    .slice(0, 3)
    .flatMap((hint, index) =>
      wrapText(hint, inner - 6).map((line, at) => [
        span(cell(at > 0 ? '' : index === 0 ? 'Try' : 'or', 6), 'title'),
        span(line),
      ]),
    );
  const details = view.state.hasDetails
    ? causeWords(error).flatMap((text) => wrapped(`caused by: ${text}`, 'dim'))
    : [];
  const body: Span[][] = [
    ...wrapped(error.message, 'title'),
    ...(error.why === undefined ? [] : [[], ...wrapped(error.why)]),
    ...(tries.length === 0 ? [] : [[], ...tries]),
    ...(details.length === 0 ? [] : [[], ...details]),
  ];
  return boxed(view, columns, error.code, body.slice(0, Math.max(1, view.height - 3)), 'bad');
}

/** The link went away while it was needed. */
export function lostBox(view: SessionView): readonly Row[] {
  const { session } = view;
  const columns = Math.min(view.columns - 2, 66);
  const inner = columns - 4;
  const last = session.handshake.at(-1);
  const saved =
    session.coverage === null
      ? 'Nothing was saved yet from this run.'
      : 'What was fetched is kept.';
  const words = [
    `${session.port} went away.`,
    ...(last === undefined ? [] : [last]),
    '',
    'Counts on the board survive only if it kept its power.',
    saved,
  ];
  const lines = words.flatMap((text) => wrapText(text, inner).map((line) => [span(line)]));
  return boxed(view, columns, 'Link lost', lines, 'bad');
}
