import type { FileReview } from '../../src/session/session-state.js';
import { windowTop } from '../list-window.js';
import { BLANK, cell, row, span, type Role, type Row } from '../rows.js';
import type { SessionView } from '../view.js';

/** Source lines with their counts; `+` is new to the store, `#####` never ran, `-` holds no code. */
export function sourceRows(
  view: SessionView,
  file: FileReview | null,
  height: number,
): readonly Row[] {
  const { lines, sourceCursor } = view.state.review;
  if (file === null) return [BLANK];
  if (lines === null) return [row(span(`   ${view.symbols.busy} reading ${file.path}`, 'busy'))];
  if (lines.length === 0) return [row(span('   no text of this file in the repository', 'dim'))];
  const top = windowTop(lines.length, height, sourceCursor);
  const fresh = new Set(file.newLines);
  return lines.slice(top, top + height).map((text, index) => {
    const line = top + index + 1;
    const count = file.counts.get(line);
    const isChosen = line === sourceCursor + 1 && view.state.review.focus === 'source';
    const role: Role = count === undefined ? 'dim' : count > 0 ? 'ok' : 'bad';
    return row(
      isChosen ? view.symbols.pointer : ' ',
      span(cell(String(line), 6, 'right'), 'dim'),
      span(fresh.has(line) ? ' +' : '  ', 'ok'),
      span(cell(countText(count), 9, 'right'), role),
      span(` ${view.symbols.bar} `, 'dim'),
      span(text, isChosen ? 'chosen' : 'plain'),
    );
  });
}

/** A count too wide for its column is said to be so, never cut to look like a smaller one. */
function countText(count: number | bigint | undefined): string {
  if (count === undefined) return '-';
  if (count <= 0) return '#####';
  const text = String(count);
  return text.length <= 9 ? text : `>${String(10 ** 7)}`;
}
