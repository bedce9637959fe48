import type { PortChoice } from '../../src/session/session-state.js';
import { ruleRow } from '../chrome.js';
import { isWide } from '../layout.js';
import { windowTop } from '../list-window.js';
import { BLANK, between, cell, choiceRow, pathCell, row, span, type Row } from '../rows.js';
import type { SessionView } from '../view.js';

/** Ports to choose from, and what was said on the one in use. */
export function connectScreen(view: SessionView): readonly Row[] {
  const { session, columns, state } = view;
  const title = between(
    [span(' Connect', 'title')],
    [`${session.displayName || session.board} `],
    columns,
  );
  const entries = [...session.ports, null];
  const talkRows = Math.max(4, Math.min(session.handshake.length, 8));
  const listRows = Math.max(3, Math.min(entries.length, view.height - 4 - talkRows));
  const top = windowTop(entries.length, listRows, state.cursor);
  const widths = portWidths(view);
  const list = entries
    .slice(top, top + listRows)
    .map((entry, index) => portRow(view, entry, top + index === state.cursor, widths));
  const room = view.height - 4 - list.length;
  const talk = session.handshake.slice(-Math.max(1, room)).map((line) => row(`   ${line}`));
  const head = row(
    span(
      `   ${cell('Port', widths.port)}  ${widths.device > 0 ? `${cell('Device', widths.device)}  ` : ''}State`,
      'dim',
    ),
  );
  const gap = room > session.handshake.length + 1 ? [BLANK] : [];
  return [
    title,
    ...(gap.length > 0 ? [BLANK] : []),
    head,
    ...list,
    ...gap,
    ruleRow(view, 'Handshake'),
    ...talk,
  ].slice(0, view.height);
}

interface PortWidths {
  readonly port: number;
  readonly device: number;
  readonly state: number;
}

function portWidths(view: SessionView): PortWidths {
  const state = isWide(view.state) ? 18 : 14;
  const free = view.columns - 3 - state - 2;
  if (!isWide(view.state)) return { port: free, device: 0, state };
  const device = Math.floor(free * 0.36);
  return { port: free - device - 2, device, state };
}

function portRow(
  view: SessionView,
  choice: PortChoice | null,
  isChosen: boolean,
  widths: PortWidths,
): Row {
  const pointer = isChosen ? ` ${view.symbols.pointer} ` : '   ';
  const role = isChosen ? 'chosen' : 'plain';
  if (choice === null) return choiceRow(pointer, span(`other port${view.symbols.more}`, role));
  const isInUse = choice.port === view.session.port && view.session.link === 'up';
  const device = widths.device > 0 ? `  ${cell(choice.device, widths.device)}` : '';
  return choiceRow(
    pointer,
    span(pathCell(choice.port, widths.port, view.symbols.more), role),
    device,
    '  ',
    isInUse ? span(`connected ${view.symbols.ok}`, 'ok') : choice.state,
  );
}
