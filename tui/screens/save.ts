import type { SaveForm } from '../../src/session/session-state.js';
import { displayWidth } from '../../src/report/display-width.js';
import { ruleRow } from '../chrome.js';
import { isWide } from '../layout.js';
import { BLANK, cell, pathCell, row, span, wrapText, type Row } from '../rows.js';
import { fieldText } from '../text-field.js';
import { FORM_FIELDS, FORM_LABELS } from '../ui-state.js';
import type { SessionView } from '../view.js';
import { fieldSpans } from './field-spans.js';

const LABEL_COLUMNS = 10;

/** The form, the file it will make, and what that evidence is worth against the tree as it is. */
export function saveScreen(view: SessionView): readonly Row[] {
  const { session, height } = view;
  const isRoomy = height >= 18;
  const form = FORM_FIELDS.flatMap((name, index) => fieldRows(view, name, index));
  const facts = factRows(view);
  const head = [
    row(span(' Save the capture', 'title')),
    ...(isRoomy ? [BLANK] : []),
    ...form,
    ...(isRoomy ? [BLANK] : []),
    ...facts,
    ruleRow(view, isWide(view.state) ? 'Validity against the tree as it is now' : 'Validity now'),
  ];
  const warnings = (session.preview?.superseding ?? []).flatMap((text) =>
    wrapText(text, view.columns - 6).map((line, index) =>
      row(span(`   ${index === 0 ? view.symbols.warn : ' '} ${line}`, 'warn')),
    ),
  );
  const rest = [...warnings, ...worthRows(view)];
  const room = Math.max(1, height - head.length);
  if (rest.length <= room) return [...head, ...rest];
  const top = Math.min(view.state.cursor, rest.length - room + 1);
  const left = rest.length - top - room + 1;
  const more = row(
    span(`   ${view.symbols.more} ${left > 0 ? `${left} more, PgDn` : 'PgUp'}`, 'dim'),
  );
  return [...head, ...rest.slice(top, top + room - 1), more];
}

/** A field with what is wrong with it: beside it, or below where it is too long for that. */
function fieldRows(view: SessionView, name: keyof SaveForm, index: number): readonly Row[] {
  const { state, session, symbols, columns } = view;
  const field = state.formFields[index];
  if (field === undefined) return [];
  const isChosen = index === state.formField && state.prompt === null;
  const problem = session.preview?.problems[name];
  const remark = problem === undefined ? '' : `${symbols.bad} ${problem}`;
  const isBeside = displayWidth(remark) + 2 <= Math.floor(columns / 2);
  const besideColumns = isBeside && remark !== '' ? displayWidth(remark) + 2 : 0;
  const room = columns - LABEL_COLUMNS - 5 - besideColumns;
  const label = span(cell(FORM_LABELS[name], LABEL_COLUMNS), isChosen ? 'chosen' : 'plain');
  const text = isChosen ? fieldSpans(field, room) : [span(cell(fieldText(field), room))];
  const pointer = isChosen ? ` ${symbols.pointer} ` : '   ';
  if (isBeside) return [row(pointer, label, ...text, span(`  ${remark}`, 'bad'))];
  const below = wrapText(remark, columns - 6);
  return [row(pointer, label, ...text), ...below.map((line) => row('     ', span(line, 'bad')))];
}

function factRows(view: SessionView): readonly Row[] {
  const { session, columns, symbols } = view;
  const preview = session.preview;
  if (preview === null)
    return [row(span(`   ${symbols.busy} working out what will be written`, 'busy'))];
  const file = pathCell(preview.file, columns - LABEL_COLUMNS - 4, symbols.more);
  const kept = preview.rows.length;
  const counts = !isWide(view.state)
    ? `${preview.hitLines} lines, ${kept} ${kept === 1 ? 'file' : 'files'}, ${preview.newLines} new`
    : `${preview.hitLines} lines hit in ${kept} ${kept === 1 ? 'file' : 'files'}, ${preview.newLines} new to the store`;
  return [
    row(`   ${cell('File', LABEL_COLUMNS)}${file}`),
    row(
      `   ${cell('Size', LABEL_COLUMNS)}${preview.sizeBytes.toLocaleString('en-GB')} B   `,
      counts,
    ),
  ];
}

function worthRows(view: SessionView): readonly Row[] {
  const { session, columns, symbols } = view;
  const preview = session.preview;
  if (preview === null) return [];
  const longest = Math.max(12, ...preview.rows.map((entry) => displayWidth(entry.path)));
  const width = Math.max(12, Math.min(longest, columns - 40));
  const rows = preview.rows.map((entry) => {
    const isWhole = entry.validLines === entry.executedLines;
    const lines = isWhole
      ? `${entry.validLines} lines`
      : `${entry.validLines} of ${entry.executedLines}`;
    return row(
      `   ${pathCell(entry.path, width, symbols.more)}  `,
      span(isWhole ? `${symbols.ok} ` : `${symbols.warn} `, isWhole ? 'ok' : 'warn'),
      cell(lines, 12),
      `  ${entry.text}`,
    );
  });
  const skipped = preview.skipped.map((text) => row(span(`   ${symbols.warn} ${text}`, 'warn')));
  return [...rows, ...skipped];
}
