import { printable } from '../../src/base/printable.js';
import { cutToWidth } from '../../src/report/display-width.js';
import { logEnd, logSlice, type ConsoleLine } from '../console-log.js';
import { span, type Role, type Span } from '../rows.js';
import type { SessionView } from '../view.js';
import { fieldSpans } from './field-spans.js';

const ROLES: Readonly<Record<ConsoleLine['kind'], Role>> = {
  board: 'plain',
  own: 'own',
  mark: 'warn',
};

/**
 * The console in sight, a terminal row an entry: the newest lines, or those scrolled to. Long lines
 * go on in the next row, so that nothing the board said is out of reach on a narrow terminal.
 */
export function consoleLines(
  view: SessionView,
  height: number,
  columns: number,
): readonly (readonly Span[])[] {
  const { log, top, hasTimestamps } = view.state.console;
  const from = top ?? Math.max(log.first, logEnd(log) - height);
  const rows = logSlice(log, from, height).flatMap((line) =>
    lineRows(line, columns, hasTimestamps),
  );
  return top === null ? rows.slice(-height) : rows.slice(0, height);
}

const STAMP_COLUMNS = 9;

function lineRows(
  line: ConsoleLine,
  columns: number,
  hasTimestamps: boolean,
): readonly (readonly Span[])[] {
  const room = hasTimestamps ? columns - STAMP_COLUMNS : columns;
  const parts: string[] = [];
  let rest = `${PREFIXES[line.kind]}${printable(line.text)}`;
  do {
    const part = cutToWidth(rest, room);
    parts.push(part);
    rest = part === '' ? '' : rest.slice(part.length);
  } while (rest !== '');
  return parts.map((part, index) => {
    const stamp = index === 0 ? `${clock(line.at)} ` : ' '.repeat(STAMP_COLUMNS);
    return [...(hasTimestamps ? [span(stamp, 'dim')] : []), span(part, ROLES[line.kind])];
  });
}

const PREFIXES: Readonly<Record<ConsoleLine['kind'], string>> = {
  board: '',
  own: '> ',
  mark: '-- mark: ',
};

/** `Console - 2,114 lines` and whether the newest line is followed. */
export function consoleTitle(view: SessionView): { readonly left: string; readonly right: string } {
  const { log, top } = view.state.console;
  const count = logEnd(log);
  const left = `Console ${view.symbols.rule} ${count.toLocaleString('en-GB')} lines`;
  return { left, right: top === null ? 'follow' : `scroll -${count - top}` };
}

/** The line being typed to the board. */
export function inputSpans(view: SessionView, columns: number): readonly Span[] {
  const { input, focus } = view.state.console;
  const lead = span('> ', 'own');
  if (focus !== 'console') return [lead, span(input.graphemes.join(''), 'dim')];
  return [lead, ...fieldSpans(input, columns - 2)];
}

function clock(at: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}
