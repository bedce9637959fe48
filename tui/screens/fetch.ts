import type { FetchProgress, ObjectProgress } from '../../src/session/session-state.js';
import { displayWidth } from '../../src/report/display-width.js';
import { windowTop } from '../list-window.js';
import {
  BLANK,
  cell,
  choiceRow,
  pathCell,
  row,
  span,
  wrapText,
  type Role,
  type Row,
} from '../rows.js';
import type { Symbols } from '../symbols.js';
import type { SessionView } from '../view.js';

/** How far the fetch is, an object a row. */
export function fetchScreen(view: SessionView): readonly Row[] {
  const { fetch } = view.session;
  const title = row(span(' Fetch and decode', 'title'));
  if (fetch === null) {
    return [
      title,
      BLANK,
      row('   Nothing fetched yet. Enter asks the board for its counters;'),
      row('   every byte is on disk before anything is decoded.'),
    ];
  }
  const reason = reasonRows(view, fetch.objects[view.state.cursor]);
  const room = view.height - 5 - reason.length;
  const firstOpen = fetch.objects.findIndex((object) => object.status === 'reading');
  const cursor = view.session.busy !== null && firstOpen >= 0 ? firstOpen : view.state.cursor;
  const top = windowTop(fetch.objects.length, room, cursor);
  const longest = Math.max(16, ...fetch.objects.map((object) => displayWidth(object.path)));
  const name = Math.max(16, Math.min(longest, view.columns - 34));
  const shown = fetch.objects.slice(top, top + room);
  return [
    title,
    BLANK,
    totalRow(view, fetch),
    row(`   ${rates(fetch)}`),
    BLANK,
    ...shown.map((object, index) => objectRow(view, object, top + index === cursor, name)),
    ...reason,
  ];
}

/** Why the chosen object is not simply ok, in full. */
function reasonRows(view: SessionView, object: ObjectProgress | undefined): readonly Row[] {
  if (object?.reason === undefined || view.session.busy !== null) return [];
  const lines = wrapText(`${object.path}: ${object.status}, ${object.reason}`, view.columns - 4);
  return [BLANK, ...lines.map((line) => row(`   ${line}`))];
}

function totalRow(view: SessionView, fetch: FetchProgress): Row {
  const over = fetch.objects.filter(
    (object) => object.status === 'ok' || object.status === 'repaired',
  );
  const count = `${over.length} of ${fetch.objects.length} objects`;
  if (fetch.totalBytes === null || fetch.totalBytes === 0) return row(`   total  ${count}`);
  const share = Math.min(1, fetch.receivedBytes / fetch.totalBytes);
  const barColumns = Math.max(10, Math.min(40, view.columns - 40));
  const full = Math.floor(share * barColumns);
  const { symbols } = view;
  return row(
    '   total  ',
    span(symbols.full.repeat(full), 'ok'),
    span(symbols.empty.repeat(barColumns - full), 'dim'),
    `  ${count}  ${Math.floor(share * 100)} %`,
  );
}

/** `84,100 B of 118,600 B   10.9 KB/s   about 3 s left`. */
function rates(fetch: FetchProgress): string {
  const perSecond = fetch.elapsedMs > 0 ? (fetch.receivedBytes / fetch.elapsedMs) * 1000 : 0;
  const total = fetch.totalBytes === null ? '' : ` of ${number(fetch.totalBytes)} B`;
  const rate = perSecond > 0 ? `   ${(perSecond / 1000).toFixed(1)} KB/s` : '';
  const leftBytes = fetch.totalBytes === null ? 0 : fetch.totalBytes - fetch.receivedBytes;
  const left =
    leftBytes > 0 && perSecond > 0 ? `   about ${Math.ceil(leftBytes / perSecond)} s left` : '';
  return `${number(fetch.receivedBytes)} B${total}${rate}${left}`;
}

function number(value: number): string {
  return value.toLocaleString('en-GB');
}

const ROLES: Readonly<Record<ObjectProgress['status'], Role>> = {
  ok: 'ok',
  repaired: 'warn',
  damaged: 'bad',
  missing: 'bad',
  unknown: 'warn',
  waiting: 'dim',
  reading: 'busy',
};

function sign(symbols: Symbols, status: ObjectProgress['status']): string {
  if (status === 'ok') return symbols.ok;
  if (status === 'reading') return symbols.busy;
  if (status === 'waiting') return symbols.waiting;
  return status === 'damaged' || status === 'missing' ? symbols.bad : symbols.warn;
}

function objectRow(
  view: SessionView,
  object: ObjectProgress,
  isChosen: boolean,
  name: number,
): Row {
  const { symbols } = view;
  const size = object.sizeBytes > 0 ? `${number(object.sizeBytes)} B` : '';
  return choiceRow(
    isChosen ? ` ${symbols.pointer} ` : '   ',
    span(`${sign(symbols, object.status)} `, ROLES[object.status]),
    pathCell(object.path, name, symbols.more),
    cell(size, 11, 'right'),
    `   ${object.status}`,
    object.reason === undefined ? '' : `: ${object.reason}`,
  );
}
