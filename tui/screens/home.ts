import type { SessionSummary } from '../../src/session/session-state.js';
import { displayWidth } from '../../src/report/display-width.js';
import { homeEntries, type HomeEntry } from '../entries.js';
import { windowTop } from '../list-window.js';
import { BLANK, cell, choiceRow, row, span, wrapText, type Row } from '../rows.js';
import type { View } from '../view.js';

/** Sessions to go on with, boards to start a new one on, and sessions that are of no use any more. */
export function homeScreen(view: View): readonly Row[] {
  const { state } = view;
  const entries = homeEntries(state);
  const open = (state.sessions ?? []).filter(({ refusal }) => refusal === null).length;
  const title = open > 0 ? unfinished(open) : 'Choose a board';
  if (entries.length === 0) return noBoards();
  const blocks = entries.map((entry, index) => entryRows(view, entry, index === state.cursor));
  const rows: Row[] = [];
  let chosenAt = 0;
  for (const [index, block] of blocks.entries()) {
    if (index === open && open > 0 && state.boards.length > 0) {
      rows.push(BLANK, row('   New session'));
    }
    if (index === open + state.boards.length) {
      rows.push(...(index > 0 ? [BLANK] : []), row('   Cannot be resumed'));
    }
    if (index === state.cursor) chosenAt = rows.length + Math.floor(block.length / 2);
    rows.push(...block);
  }
  const height = view.height - 2;
  const top = windowTop(rows.length, height, chosenAt);
  return [row(span(` ${title}`, 'title')), BLANK, ...rows.slice(top, top + height)];
}

function unfinished(count: number): string {
  return count === 1 ? 'Unfinished session found' : `${count} unfinished sessions found`;
}

function noBoards(): readonly Row[] {
  return [
    row(span(' No board file found', 'title')),
    BLANK,
    row('   Write one with   otto-bench boards init   and start again.'),
  ];
}

function entryRows(view: View, entry: HomeEntry, isChosen: boolean): readonly Row[] {
  const pointer = isChosen ? ` ${view.symbols.pointer} ` : '   ';
  const role = isChosen ? 'chosen' : 'plain';
  if (entry.kind === 'new') {
    const { name, displayName } = entry.board;
    const more = displayName === name ? '' : displayName;
    const columns = Math.max(...view.state.boards.map((board) => displayWidth(board.name)));
    const label = `${view.state.sessions?.length ? 'Start on ' : ''}${cell(name, columns)}`;
    return [choiceRow(pointer, span(label, role), span(`   ${more}`, 'dim'))];
  }
  return [
    choiceRow(pointer, span(sessionLine(entry.session), role)),
    ...wrapText(historyText(entry.session), view.columns - 6).map((line) => row(`     ${line}`)),
    ...safetyRows(view, entry.session),
  ];
}

function historyText(session: SessionSummary): string {
  const { startedAt, lastEventAt, savedObjects } = session;
  const saved = `${savedObjects} ${savedObjects === 1 ? 'object' : 'objects'} saved`;
  return `started ${clock(startedAt)}, last event ${clock(lastEventAt)}, ${saved}`;
}

function sessionLine(session: SessionSummary): string {
  const verb = session.refusal === null ? 'Resume ' : '';
  const ticket = session.ticket === '' ? '' : `   ${session.ticket}`;
  return `${verb}${session.id}   ${session.board}${ticket}   at ${session.step}`;
}

function safetyRows(view: View, session: SessionSummary): readonly Row[] {
  const { symbols, columns } = view;
  if (session.refusal === null) return [row('     ', span(`${symbols.ok} safe to resume`, 'ok'))];
  return wrapText(session.refusal, columns - 8).map((line, index) =>
    row('     ', span(`${index === 0 ? symbols.warn : ' '} ${line}`, 'warn')),
  );
}

/** `2026-11-30T14:07:02Z` as the local `30 Nov 14:07`; other texts as they are. */
function clock(stamp: string): string {
  const at = new Date(stamp);
  if (Number.isNaN(at.getTime())) return stamp;
  const month = at.toLocaleString('en-GB', { month: 'short' });
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
  return `${at.getDate()} ${month} ${time}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
