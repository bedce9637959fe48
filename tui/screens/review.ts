import type { FileReview } from '../../src/session/session-state.js';
import { ruleRow } from '../chrome.js';
import { chosenFile, reviewFiles } from '../entries.js';
import { isWide, reviewRows } from '../layout.js';
import { windowTop } from '../list-window.js';
import { BLANK, between, cell, choiceRow, pathCell, row, span, type Row } from '../rows.js';
import type { SessionView } from '../view.js';
import { percentOf } from './coverage-lines.js';
import { sourceRows } from './source-rows.js';

/** Files to record or not, and the source of the chosen one with its counts. */
export function reviewScreen(view: SessionView): readonly Row[] {
  const files = reviewFiles(view.state);
  const heights = reviewRows(view.state, files.length);
  const file = chosenFile(view.state);
  const rule = ruleRow(view, file === null ? 'no file' : sourceTitle(view, file));
  if (!isWide(view.state)) {
    return view.state.review.focus === 'source'
      ? [rule, ...sourceRows(view, file, heights.source)]
      : fileTable(view, files, heights.files);
  }
  const table = fileTable(view, files, heights.files);
  const gap = Array.from({ length: Math.max(0, heights.files + 2 - table.length) }, () => BLANK);
  return [...table, ...gap, rule, ...sourceRows(view, file, heights.source)];
}

function sourceTitle(view: SessionView, file: FileReview): string {
  return view.state.review.focus === 'source' ? `${file.path}  (keys move here)` : file.path;
}

function fileTable(
  view: SessionView,
  files: readonly FileReview[],
  height: number,
): readonly Row[] {
  const { session, state, columns } = view;
  const coverage = session.coverage;
  const filters = [
    state.review.filter === '' ? '' : `/${state.review.filter}`,
    state.review.isOnlyNew ? 'only new' : '',
  ];
  const filtered = filters.filter((word) => word !== '').join(', ');
  const total =
    coverage === null
      ? ''
      : `${coverage.hitLines} of ${coverage.totalLines} lines hit ${session.isBaseline && session.isZeroed ? 'since the baseline ' : ''}`;
  const title = between(
    [
      span(isWide(state) ? ' Review what will be recorded' : ' Review', 'title'),
      span(filtered === '' ? '' : `  ${filtered}`, 'warn'),
    ],
    [total],
    columns,
  );
  const widths = tableWidths(view);
  const head = row(span(`   ${headText(view, widths.path)}`, 'dim'));
  if (files.length === 0) {
    return [
      title,
      head,
      row(filtered === '' ? '   nothing was covered' : '   no file passes the filter'),
    ];
  }
  const top = windowTop(files.length, height, state.review.cursor);
  const rows = files
    .slice(top, top + height)
    .map((file, index) => fileRow(view, file, top + index === state.review.cursor, widths.path));
  return [title, head, ...rows];
}

function tableWidths(view: SessionView): { readonly path: number } {
  const fixed = isWide(view.state) ? 3 + 11 + 9 + 8 + 7 + 2 : 3 + 11 + 7 + 6;
  const remark = isWide(view.state) ? Math.max(14, Math.floor((view.columns - fixed) / 3)) : 0;
  return { path: Math.max(12, view.columns - fixed - remark) };
}

function headText(view: SessionView, path: number): string {
  const wide = isWide(view.state);
  return [
    cell('File', path),
    cell('Hit/Lines', 11, 'right'),
    wide ? cell('%', 9, 'right') : '',
    cell('New', wide ? 8 : 7, 'right'),
    '  Keep',
  ].join('');
}

function fileRow(view: SessionView, file: FileReview, isChosen: boolean, path: number): Row {
  const wide = isWide(view.state);
  const fresh = file.newLines.length;
  return choiceRow(
    isChosen ? ` ${view.symbols.pointer} ` : '   ',
    span(pathCell(file.path, path, view.symbols.more), isChosen ? 'chosen' : 'plain'),
    cell(`${file.hitLines}/${file.totalLines}`, 11, 'right'),
    wide ? cell(percentOf(file), 9, 'right') : '',
    span(cell(fresh > 0 ? `+${fresh}` : '0', wide ? 8 : 7, 'right'), fresh > 0 ? 'ok' : 'dim'),
    `   ${file.isKept ? '[x]' : '[ ]'}`,
    span(wide && file.remark !== '' ? `  ${file.remark}` : '', 'dim'),
  );
}
