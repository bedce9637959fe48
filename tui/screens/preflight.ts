import type { Check, Grade } from '../../src/session/session-state.js';
import { displayWidth } from '../../src/report/display-width.js';
import { ruleRow } from '../chrome.js';
import { windowTop } from '../list-window.js';
import {
  BLANK,
  between,
  cell,
  choiceRow,
  row,
  span,
  wrapText,
  type Role,
  type Row,
} from '../rows.js';
import type { Symbols } from '../symbols.js';
import type { SessionView } from '../view.js';

const ROLES: Readonly<Record<Grade, Role>> = {
  running: 'busy',
  ok: 'ok',
  warning: 'warn',
  blocking: 'bad',
};

function sign(symbols: Symbols, grade: Grade): string {
  return { running: symbols.busy, ok: symbols.ok, warning: symbols.warn, blocking: symbols.bad }[
    grade
  ];
}

/** The checks with their grades; below, the facts behind the chosen one and what to do. */
export function preflightScreen(view: SessionView): readonly Row[] {
  const { checks } = view.session;
  const passed = checks.filter((check) => check.grade === 'ok').length;
  const title = between(
    [span(' Preflight', 'title'), span(`  ${view.session.displayName}`, 'dim')],
    [`${passed} of ${checks.length} checks passed `],
    view.columns,
  );
  const cursor = view.state.cursor;
  const chosen = checks[cursor];
  const detail = chosen === undefined ? [] : detailRows(view, chosen);
  const free = view.height - 3;
  const listRows = Math.max(3, Math.min(checks.length, free - Math.min(detail.length, 6)));
  const top = windowTop(checks.length, listRows, cursor);
  const labelWidth = Math.max(...checks.map((check) => check.label.length), 8) + 2;
  const list = checks
    .slice(top, top + listRows)
    .map((check, index) => checkRow(view, check, top + index === cursor, labelWidth));
  const rule = chosen === undefined ? BLANK : ruleRow(view, chosen.label);
  return [title, BLANK, ...list, ...(listRows + 6 < free ? [BLANK] : []), rule, ...detail];
}

function checkRow(view: SessionView, check: Check, isChosen: boolean, labelWidth: number): Row {
  const { symbols } = view;
  return choiceRow(
    isChosen ? ` ${symbols.pointer} ` : '   ',
    span(`${sign(symbols, check.grade)} `, ROLES[check.grade]),
    span(cell(check.label, labelWidth), isChosen ? 'chosen' : 'plain'),
    check.text,
  );
}

function detailRows(view: SessionView, check: Check): readonly Row[] {
  const isCut = displayWidth(check.text) > view.columns - 22;
  const texts = isCut ? [check.text, ...check.facts] : check.facts;
  const lines = texts.flatMap((fact) => wrapText(fact, view.columns - 4));
  const hints = check.hints.flatMap((hint) => wrapText(hint, view.columns - 10));
  return [
    ...lines.map((line) => row(`   ${line}`)),
    ...hints.map((line, index) =>
      row(span(index === 0 ? '   try   ' : '         ', 'title'), line),
    ),
  ];
}
